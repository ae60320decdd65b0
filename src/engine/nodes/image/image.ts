import type { FlowEdge } from '../../document/FlowEdge';
import type { FlowNode } from '../../document/FlowNode';
import type { GraphDocument } from '../../document/GraphDocument';
import { paintMediumHills } from '../../render/card/mediumBodies';
import { paintPictureBody } from '../../render/card/paintPictureBody';
import { cornerButton, headerButton, takesButton } from '../cardLayout';
import { input, output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { MODEL_SIZE } from '../nodeSize';
import { noText, pictureOf } from '../pictureOf';
import { imagePart } from '../requestParts';

/** An edge that names no handle (an older snapshot) counts; one into a greyed handle brings nothing to run on. */
const bringsInput = (document: GraphDocument, node: FlowNode, edge: FlowEdge): boolean =>
  document.kinds.handleOf(node, edge.targetHandle)?.isConnectable ?? true;

/** An image model: makes a picture of what feeds it. */
export const image: NodeKind = {
  type: 'image',
  flow: 'image',
  // HANDLE-5: two grid steps apart, about the height of every output of such a card, so that edges on the grid are straight.
  handles: [input('text', 67.5), input('image', 97.5), input('video', 127.5), input('audio', 157.5), output('image')],
  size: MODEL_SIZE,
  layout: ({ data }, plain) => {
    const own = { run: headerButton(plain.size), takes: takesButton(plain.size) };
    return { ...plain, actions: data.value ? { ...own, enlarge: cornerButton(plain.size) } : own };
  },
  paintBody: paintPictureBody,
  paintMediumBody: paintMediumHills,
  textOf: noText,
  pictureOf,
  calledBy: 'input',
  run: {
    // NODE-11.
    whyNot: (document, node) =>
      document.edgesInto(node.id).some((edge) => bringsInput(document, node, edge)) ? null : 'needsInput',
    isGeneration: true,
  },
  requestPart: imagePart,
  palette: { panel: 'image', from: 'model' },
};
