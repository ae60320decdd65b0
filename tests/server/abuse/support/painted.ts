import { chooseEngines } from '../../../../server/generation';
import { plainPicture } from '../../generation/support/Easel';
import type { EnginesFor } from '../../support/openApp';

/** The offline engines, but for the painter: these tests are not about painting, and it paints one picture for all. */
export const painted: EnginesFor = (config) => async (log) => ({
  ...(await chooseEngines(config, log)),
  images: { name: 'offline', generate: async () => ({ bytes: await plainPicture('#2f6bff'), model: 'easel-1' }) },
});
