import { DEFAULT_IMAGE_MODEL, type ImageModel } from '../../src/api/contractModels';

/** The model of a server without settings. */
export const PREVIEW_MODEL: ImageModel = {
  name: DEFAULT_IMAGE_MODEL,
  engine: 'offline',
  aspectRatios: ['1:1', '3:2', '2:3', '16:9', '9:16'],
  countMax: 1,
  picturesMax: 14,
  canEdit: true,
  costMicros: 0,
};
