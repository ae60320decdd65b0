/** Before the tests of a run: the servers they start are of the sources as they are now, whatever was built before. */
export { buildServer as setup } from '../../scripts/buildServer.mjs';
