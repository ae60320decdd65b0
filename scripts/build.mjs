/** `npm run build`: builds the web app and the server, each when it is stale. */
import { buildIfStale } from './buildIfStale.mjs';

await buildIfStale();
