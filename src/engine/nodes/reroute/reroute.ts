import type { Size } from '../../geometry/viewport';
import { input, output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { noText } from '../pictureOf';
import { paintReroute } from './paintReroute';

/** Three steps of the grid, so that its handles are level with those of the cards. */
const SIZE: Size = { width: 45, height: 45 };
const WORDS = [input('text'), output('text')];
const PICTURES = [input('image'), output('image')];

/** A dot that an edge is led over: what comes in goes on, of the one flow that `data.flow` names. */
export const reroute: NodeKind = {
  type: 'reroute',
  flow: null,
  passesOn: true,
  handles: ({ data }) => (data.flow === 'image' ? PICTURES : WORDS),
  size: SIZE,
  newData: () => ({ flow: 'text' }),
  layout: (_node, plain) => plain,
  paintCard: paintReroute,
  textOf: noText,
};
