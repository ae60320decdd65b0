import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config';
import type { Engines } from '../chooseEngines';
import { geminiClient } from './client';
import { GeminiAnalyser } from './GeminiAnalyser';
import { GeminiImages } from './GeminiImages';

export function geminiEngines(
  { apiKey, baseUrl, imageModels, textModels }: Config['gemini'] & { apiKey: string },
  log: FastifyBaseLogger,
): Engines {
  const client = geminiClient({ apiKey, baseUrl });
  return {
    images: new GeminiImages({ client, models: imageModels, log }),
    analyser: new GeminiAnalyser({ client, models: textModels, log }),
  };
}
