/** `npm start`: builds what is stale, then serves the app and its API from one process. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import './build.mjs';
import { SERVER } from './buildServer.mjs';

await import(pathToFileURL(resolve(SERVER)).href);
