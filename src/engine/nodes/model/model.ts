import { TEXT_PLACEHOLDER_URL } from '../../document/placeholderUrl';
import { headerButton } from '../cardLayout';
import { itemText } from '../categoryItems';
import { output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { MODEL_SIZE } from '../nodeSize';
import { textPart } from '../requestParts';
import { paintModelBody } from './paintModelBody';

/** A text model; its run shows only what one would look like. */
export const model: NodeKind = {
  type: 'model',
  flow: 'text',
  handles: [output('text')],
  size: MODEL_SIZE,
  layout: (_node, plain) => ({ ...plain, actions: { run: headerButton(plain.size) } }),
  paintBody: paintModelBody,
  textOf: ({ data }) => {
    const text = itemText(data.value);
    // An address stands for what no run has really made: ours, or that of the place the snapshot comes from.
    const isAddress = text === TEXT_PLACEHOLDER_URL || /^https?:\/\/\S+$/u.test(text);
    return isAddress ? '' : text;
  },
  run: {
    // NODE-12.
    whyNot: (document, node) => (document.edgesOutOf(node.id).length === 0 ? null : 'needsFreeOutput'),
    isGeneration: false,
  },
  requestPart: textPart,
  palette: { panel: 'text', from: 'model' },
};
