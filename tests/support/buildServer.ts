/** Before the tests of a run: the servers they start are of the sources as they are now. */
export { buildServerIfStale as setup } from '../../scripts/buildServer.mjs';
