import type { CardLayout } from '../../nodes/cardLayout';
import type { FlowNode } from '../../document/FlowNode';
import { flowRow } from '../../nodes/flows';
import type { NodeKind } from '../../nodes/NodeKind';
import type { NodeKinds } from '../../nodes/NodeKinds';
import { fontsOf } from '../text/fonts';
import { enlargeIcon, playIcon, stopIcon, uploadIcon } from '../shapes/icons';
import { paintRoundButton } from './paintButtons';
import { isSeen, type CardState, type PaintEnvironment, type PaintWords } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import type { PaintTheme } from './PaintTheme';
import { clipText } from '../text/wrapText';

export interface CardTitle {
  readonly text: string;
  /** The title is not the person's own word, or names something that is not available. */
  readonly isQuiet: boolean;
  /** A second, small line below it: the model, or the kind, of a card that is called by its prompt. */
  readonly small?: string;
}

const wordsIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The title in a card's header: its prompt's first words, its model, its own name or the name of its kind. */
function cardTitle(node: FlowNode, prompt: string, kinds: NodeKinds, words: PaintWords): CardTitle {
  const kind = kinds.of(node.type);
  const kindName = (kind ? words.kinds[node.type] : words.kinds.other) ?? node.type;
  if (kind?.nameOf) {
    const name = kind.nameOf(node).trim();
    return name === '' ? { text: words.untitled, isQuiet: true } : { text: name, isQuiet: false };
  }
  const model = kind ? wordsIn(node.data.model) : '';
  if (prompt !== '' && kind?.calledBy === 'input')
    return { text: prompt, isQuiet: false, ...(model !== '' && { small: model }) };
  if (kind?.calledBy === 'text' && kinds.textOf(node).trim() !== '')
    return { text: kinds.firstWordsOf(node), isQuiet: false, small: kindName };
  return { text: model === '' ? kindName : model, isQuiet: !kind?.flow };
}

const DOT = 8;
const DOT_X = 18;
/** The middles of the two lines of a header that says its model or its kind as well. */
const TITLE_Y = 14;
const SMALL_Y = 29;

/** The type dot has the shape of the handles: round for words, a rounded square for pictures. */
function paintTypeDot(
  ctx: Painter2D,
  flow: NodeKind['flow'],
  x: number,
  y: number,
  size: number,
  theme: PaintTheme,
): void {
  const { shape, colour } = flowRow(flow);
  ctx.beginPath();
  if (shape === 'square') ctx.roundRect(x - size / 2, y - size / 2, size, size, size / 4);
  else ctx.arc(x, y, size / 2, 0, 2 * Math.PI);
  ctx.fillStyle = theme[colour];
  ctx.fill();
}

/** Type dot, name and round button. */
export function paintHeader(
  ctx: Painter2D,
  node: FlowNode,
  layout: CardLayout,
  state: CardState,
  environment: PaintEnvironment,
): void {
  const { theme, words, kinds } = environment;
  const kind = kinds.of(node.type);
  const { title, header, actions } = layout;
  if (isSeen(state, { ...header, width: title.x })) {
    paintTypeDot(ctx, kind?.flow ?? null, DOT_X, header.height / 2, DOT, theme);
  }
  if (state.editing !== 'name' && isSeen(state, { ...header, x: title.x, width: title.width })) {
    const { text, isQuiet, small: below } = cardTitle(node, state.prompt, kinds, words);
    const { title: font, small } = fontsOf(theme);
    const shown = clipText(ctx, text, title.width, font);
    ctx.font = font;
    ctx.fillStyle = isQuiet ? theme.muted : theme.ink;
    ctx.fillText(shown, title.x, below === undefined ? header.height / 2 + 0.5 : TITLE_Y);
    if (below !== undefined) {
      const name = clipText(ctx, below, title.width, small);
      ctx.font = small;
      ctx.fillStyle = theme.muted;
      ctx.fillText(name, title.x, SMALL_Y);
    }
  }
  if (actions.run && isSeen(state, actions.run)) {
    const isUnderWay = state.run?.state === 'running' || state.run?.state === 'waiting';
    if (isUnderWay) paintRoundButton(ctx, actions.run, stopIcon, 'quiet', theme);
    else paintRoundButton(ctx, actions.run, playIcon, state.canRun ? 'ready' : 'faint', theme);
  }
  if (actions.enlarge && actions.enlarge.y < header.height && isSeen(state, actions.enlarge)) {
    paintRoundButton(ctx, actions.enlarge, enlargeIcon, 'quiet', theme);
  }
  if (actions.upload && actions.upload.y < header.height && isSeen(state, actions.upload)) {
    paintRoundButton(ctx, actions.upload, uploadIcon, 'quiet', theme);
  }
}
