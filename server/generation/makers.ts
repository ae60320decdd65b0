import { DEFAULT_IMAGE_MODEL, type ImageModel } from '../../src/api/contractModels';
import { DEFAULT_TEXT_MODEL, type TextEngine } from '../../src/api/contractWords';
import type { Recipe } from '../../src/api/contractTakes';

/** Who can be asked, as plain data. */
export interface Makers {
  /** The default model first. */
  readonly models: readonly ImageModel[];
  /** Null where no text model is set up. */
  readonly writer: TextEngine | null;
}

/** The part of a request that decides who answers it. */
export interface MakerRequest {
  readonly model?: string | undefined;
  readonly settings: Recipe['settings'];
}

interface Maker {
  readonly engine: string;
  /** Name of the model in a recipe. */
  readonly model: string;
  /** Cost of one result, in millionths of a US dollar; null if unknown. */
  readonly costMicros: number | null;
}

/** Returns the engine and model that answer a request; null where none does. */
export function makerOf(
  { models, writer }: Makers,
  { model = DEFAULT_IMAGE_MODEL, settings }: MakerRequest,
): Maker | null {
  if (settings.makes === 'words') {
    return writer && { engine: writer, model: DEFAULT_TEXT_MODEL, costMicros: null };
  }
  const found = models.find(({ name }) => name === model);
  return found ? { engine: found.engine, model: found.name, costMicros: found.costMicros } : null;
}
