import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config';
import { OfflineAnalyser } from './preview/OfflineAnalyser';
import { OfflineImages } from './preview/OfflineImages';
import { OpenAiImages } from './openai/OpenAiImages';
import type { ImageProvider, TextAnalyser } from './ports';

export interface Engines {
  readonly images: ImageProvider;
  readonly analyser: TextAnalyser;
}

/** Gemini when there is a key; else an OpenAI-compatible engine when there is an address, or the preview painter, and the built-in word lists. */
export async function chooseEngines(
  config: Pick<Config, 'gemini' | 'openai'>,
  log: FastifyBaseLogger,
): Promise<Engines> {
  const { apiKey } = config.gemini;
  if (apiKey !== null) {
    // Its client is a fifth of what the server loads at its start: only for those who use it.
    const { geminiEngines } = await import('./gemini/geminiEngines');
    return geminiEngines({ ...config.gemini, apiKey }, log);
  }
  const images = config.openai ? new OpenAiImages(config.openai) : new OfflineImages();
  return { images, analyser: new OfflineAnalyser() };
}
