/** `npm run build`: builds the web app when it is stale. */
import { buildIfStale } from './buildIfStale.mjs';

await buildIfStale();
