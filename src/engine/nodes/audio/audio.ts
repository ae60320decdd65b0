import { paintUnavailableBody } from '../../render/card/paintUnavailableBody';
import { drawWave } from '../../render/shapes/drawings';
import { input } from '../handles';
import type { NodeKind } from '../NodeKind';
import { MODEL_SIZE } from '../nodeSize';

/** A kind that is not available yet: nothing can be connected to it. */
export const audio: NodeKind = {
  type: 'audio',
  flow: null,
  handles: [input('audio')],
  size: MODEL_SIZE,
  layout: (_node, plain) => plain,
  paintBody: /* @__PURE__ */ paintUnavailableBody(drawWave),
  palette: { panel: 'audio', from: 'model' },
};
