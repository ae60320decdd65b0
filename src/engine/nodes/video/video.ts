import { paintUnavailableBody } from '../../render/card/paintUnavailableBody';
import { drawFilm } from '../../render/shapes/drawings';
import { input } from '../handles';
import type { NodeKind } from '../NodeKind';
import { MODEL_SIZE } from '../nodeSize';

/** A kind that is not available yet: nothing can be connected to it. */
export const video: NodeKind = {
  type: 'video',
  flow: null,
  handles: [input('video')],
  size: MODEL_SIZE,
  layout: (_node, plain) => plain,
  paintBody: /* @__PURE__ */ paintUnavailableBody(drawFilm),
  palette: { panel: 'video', from: 'model' },
};
