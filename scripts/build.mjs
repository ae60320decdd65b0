/** `npm run build`: builds the web app and the server, each when it is stale. */
import { buildServerIfStale } from './buildServer.mjs';
import { buildWebIfStale } from './buildWeb.mjs';

await buildWebIfStale();
await buildServerIfStale();
