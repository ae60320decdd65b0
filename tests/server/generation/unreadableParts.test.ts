import { expect, it } from 'vitest';
import type { ImageEngine } from '../../../server/generation';
import { FalImages } from '../../../server/generation/fal/FalImages';
import { OpenAiImages } from '../../../server/generation/openai/OpenAiImages';
import { ReplicateImages } from '../../../server/generation/replicate/ReplicateImages';
import { comfyAt } from './support/comfy';

const baseUrl = 'http://127.0.0.1:9';
const engines: readonly ImageEngine[] = [
  comfyAt(baseUrl),
  new FalImages({ baseUrl, apiKey: 'key', name: 'edit', model: 'fal-ai/nano-banana', costMicros: null }),
  new OpenAiImages({ baseUrl, apiKey: null, model: 'gpt-image-1' }),
  new ReplicateImages({ baseUrl, apiToken: 'key', name: 'edit', model: 'google/nano-banana', costMicros: null }),
];

it.each(engines.map((engine) => [engine.name, engine] as const))(
  'a picture that cannot be read is no failure of the engine: %s',
  async (_name, engine) => {
    const part = {
      kind: 'picture' as const,
      memberId: 'jiwoo',
      bytes: Buffer.from('no picture'),
      contentType: 'image/png',
    };
    await expect(engine.generate({ parts: [part], signal: new AbortController().signal })).rejects.toMatchObject({
      name: 'ApiError',
      code: 'pictureUnreadable',
    });
  },
);
