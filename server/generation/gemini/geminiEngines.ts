import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config';
import type { Engines } from '../chooseEngines';
import { geminiClient } from './client';
import { GeminiAnalyser } from './GeminiAnalyser';
import { GeminiImages } from './GeminiImages';
import { GeminiWriter } from './GeminiWriter';
import type { GoneModels } from './ModelOrder';

/** All models in their order, which nodes without a model use, and each of them. */
export function geminiEngines(
  { apiKey, baseUrl, imageModels, textModels }: Config['gemini'] & { apiKey: string },
  log: FastifyBaseLogger,
): Engines {
  const client = geminiClient({ apiKey, baseUrl });
  const gone: GoneModels = new Map();
  const first = new GeminiImages({ client, models: imageModels, gone, log });
  return {
    images: [first, ...imageModels.map((model) => new GeminiImages({ client, models: [model], model, gone, log }))],
    analyser: new GeminiAnalyser({ client, models: textModels, log }),
    writer: new GeminiWriter({ client, models: textModels, log }),
  };
}
