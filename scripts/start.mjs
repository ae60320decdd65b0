/** `npm start`: builds the web app when it is stale, then serves it and the API from one process. */
import { register } from 'tsx/esm/api';
import { buildIfStale } from './buildIfStale.mjs';

register();
await buildIfStale();
await import('../server/main.ts');
