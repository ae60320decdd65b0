import type { Analysis } from '../../../src/api/contractWords';
import { pictureDecoder } from '../../files/decoding';
import { deadline } from '../engineFailure';
import type {
  GeneratedPicture,
  ImageAbilities,
  ImageEngine,
  ImageRequest,
  PicturePart,
  ReadText,
  TextAnalyser,
} from '../ports';
import { ANALYSIS_TIMEOUT_MS, EngineError } from '../ports';
import { picturesIn, promptWords } from '../promptParts';
import { PREVIEW_RATIOS } from '../../../preview';
import { SerialWorker } from './SerialWorker';
import type { InputPicture, PreviewRequest } from '../../../preview';

/** The engine that is always there: paints a labelled preview from the words and pictures, without any network. */
export class OfflineImages implements ImageEngine {
  readonly name = 'offline';
  readonly abilities: ImageAbilities = { aspectRatios: PREVIEW_RATIOS, countMax: 1 };
  readonly #worker = new SerialWorker<PreviewRequest, Uint8Array>('preview/paintWorker.mjs');

  async generate({ parts, aspectRatio, number, signal }: ImageRequest): Promise<GeneratedPicture> {
    const text = promptWords(parts);
    try {
      const png = await this.#worker.do(async () => {
        const pictures = await squares(picturesIn(parts));
        return { text, pictures, aspectRatio, number };
      }, signal);
      return { bytes: Buffer.from(png), model: 'offline-preview' };
    } catch (error) {
      if (signal.aborted) throw new EngineError('aborted', 'The picture was stopped before it was done.');
      throw error;
    }
  }
}

/** One after the other, and each distinct one once: each takes 4 MiB here. */
async function squares(parts: readonly PicturePart[]): Promise<InputPicture[]> {
  const known = new Map<PicturePart, InputPicture>();
  for (const part of parts) {
    if (known.has(part)) continue;
    const whose = { memberId: part.memberId, hasPlace: true };
    const { sha256, bytes } = await pictureDecoder.decode('square', part.bytes, whose);
    known.set(part, { sha256, pixels: new Uint8ClampedArray(bytes ?? []) });
  }
  return parts.flatMap((part) => known.get(part) ?? []);
}

/** The analyser that is always available: a text's words under keys, in the text's own language, in a separate thread. */
export class OfflineAnalyser implements TextAnalyser {
  readonly name = 'offline';
  readonly #worker = new SerialWorker<string, Analysis>('preview/readWorker.mjs');
  readonly #timeoutMs: number;

  constructor(timeoutMs = ANALYSIS_TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  async analyse(content: string, signal: AbortSignal): Promise<ReadText> {
    const until = deadline(signal, this.#timeoutMs, 'text');
    try {
      return { groups: await this.#worker.do(async () => content, until.signal) };
    } catch (error) {
      throw until.reason() ?? error;
    }
  }
}
