import type { GeneratedPicture, ImageAbilities, ImageProvider, ImageRequest } from '../ports';
import { PICTURES_A_JOB, ProviderError } from '../ports';
import { PREVIEW_RATIOS } from './paint/cutToRatio';
import { PaintingThread } from './PaintingThread';

/** The engine that is always there: paints a labelled preview from the words and pictures, without any network. */
export class OfflineImages implements ImageProvider {
  readonly name = 'offline';
  readonly abilities: ImageAbilities = { aspectRatios: PREVIEW_RATIOS, countMax: PICTURES_A_JOB };
  readonly #thread = new PaintingThread();

  async generate({ parts, aspectRatio, number, signal }: ImageRequest): Promise<GeneratedPicture> {
    const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
    const pictures = parts.flatMap((part) => (part.kind === 'picture' ? [part.bytes] : []));
    try {
      return {
        bytes: await this.#thread.paint({ text, pictures, aspectRatio, number }, signal),
        model: 'offline-preview',
      };
    } catch (error) {
      if (signal.aborted) throw new ProviderError('aborted', 'The picture was stopped before it was done.');
      throw error;
    }
  }
}
