import { DEFAULT_IMAGE_MODEL, type ImageModel } from '../../src/api/contractModels';
import { DEFAULT_TEXT_MODEL, type TextEngine } from '../../src/api/contractWords';
import type { Recipe } from '../../src/api/contractTakes';

/** Who can be asked, as plain data. */
export interface Makers {
  /** The one that is asked without a name first. */
  readonly models: readonly ImageModel[];
  /** Null where no text model is set up. */
  readonly writer: TextEngine | null;
}

/** What a request says of who is to answer it. */
export interface Wished {
  readonly model?: string | undefined;
  readonly settings: Recipe['settings'];
}

interface Maker {
  readonly engine: string;
  /** As a recipe names it. */
  readonly model: string;
  /** Of one result, in millionths of a US dollar; null where nobody knows. */
  readonly costMicros: number | null;
}

/** Who answers a request; null where nobody does, of which nothing is known to be equal. */
export function makerOf({ models, writer }: Makers, { model = DEFAULT_IMAGE_MODEL, settings }: Wished): Maker | null {
  if (settings.makes === 'words') {
    return writer && { engine: writer, model: DEFAULT_TEXT_MODEL, costMicros: null };
  }
  const found = models.find(({ name }) => name === model);
  return found ? { engine: found.engine, model: found.name, costMicros: found.costMicros } : null;
}
