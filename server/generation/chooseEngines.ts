import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config';
import { geminiClient } from './gemini/client';
import { GeminiAnalyser } from './gemini/GeminiAnalyser';
import { GeminiImages } from './gemini/GeminiImages';
import { OfflineAnalyser } from './offline/OfflineAnalyser';
import { OfflineImages } from './offline/OfflineImages';
import { OpenAiImages } from './openai/OpenAiImages';
import type { ImageProvider, TextAnalyser } from './ports';

/** Gemini when there is a key, else an OpenAI-compatible engine when there is an address, else the preview painter. */
export function chooseImageProvider(config: Pick<Config, 'gemini' | 'openai'>, log: FastifyBaseLogger): ImageProvider {
  const { apiKey, baseUrl, imageModels } = config.gemini;
  if (apiKey !== null) return new GeminiImages({ client: geminiClient({ apiKey, baseUrl }), models: imageModels, log });
  return config.openai ? new OpenAiImages(config.openai) : new OfflineImages();
}

/** Gemini when there is a key, else the built-in word lists. */
export function chooseTextAnalyser(config: Pick<Config, 'gemini'>, log: FastifyBaseLogger): TextAnalyser {
  const { apiKey, baseUrl, textModels } = config.gemini;
  if (apiKey !== null)
    return new GeminiAnalyser({ client: geminiClient({ apiKey, baseUrl }), models: textModels, log });
  return new OfflineAnalyser();
}
