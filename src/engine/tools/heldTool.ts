import type { Editor } from '../Editor';
import { meantKey } from '../shortcuts';
import type { KeyInput } from './input';
import { takesCharacters } from './writeOnCard';

/** The tool of presses while a key is held: it pans, cuts edges, joins two cards, or takes a card with all that feeds it or that it feeds. */
export type HeldTool = 'pan' | 'cut' | 'join' | 'feeders' | 'fed';

const TOOLS: Readonly<Record<string, HeldTool>> = { ' ': 'pan', x: 'cut', c: 'join', u: 'feeders', d: 'fed' };

/** The tool of a released key, whatever else is held; null for other keys. */
export const toolOf = (input: KeyInput): HeldTool | null => TOOLS[meantKey(input)] ?? null;

/** The tool of a key that goes down; null where it means something else. On a card that takes characters it is held with Alt. */
export function heldTool(editor: Editor, input: KeyInput): HeldTool | null {
  const tool = toolOf(input);
  if (tool === 'pan') return tool;
  return input.primary || input.shift || input.alt !== takesCharacters(editor, input) ? null : tool;
}
