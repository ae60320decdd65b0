/** Builds the servers before a run, from the current sources. */
export { buildServerIfStale as setup } from '../../scripts/buildServer.mjs';
