import { chooseEngines } from '../../../../server/generation';
import { plainPicture } from '../../generation/support/FakeImageEngine';
import type { EnginesFor } from '../../support/openApp';

/**
 * The offline engines, except the painter and the writer: these tests do not depend on their results, so one picture and one text serve for
 * all.
 */
export const painted: EnginesFor = (config) => async (log) => ({
  ...(await chooseEngines(config, log)),
  images: [
    { name: 'offline', generate: async () => ({ bytes: await plainPicture('#2f6bff'), model: 'fake-image-1' }) },
  ],
  writer: { name: 'openai', write: async () => ({ text: '강가의 등대', model: 'fake-text-1' }) },
});
