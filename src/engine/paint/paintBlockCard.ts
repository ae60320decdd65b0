import type { Size } from '../geometry/camera';
import type { FlowNode } from '../model/FlowNode';
import { nodeKind } from '../model/nodeKinds';
import { kindColour } from './flowColour';
import { pictureUrl } from './nodeContent';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from './Painter2D';
import { paintPicture } from './paintPicture';

const TINT = 0.4;

const channel = (of: string, at: number): number => Number.parseInt(of.slice(at, at + 2), 16);

const tints = new Map<string, string>();

/** A colour over a sheet as one opaque colour, so that a block is one rectangle; both `#rrggbb`. */
function tinted(sheet: string, colour: string): string {
  const key = `${sheet}${colour}`;
  const known = tints.get(key);
  if (known !== undefined) return known;
  const mixed = [1, 3, 5].map((at) => Math.round(channel(sheet, at) * (1 - TINT) + channel(colour, at) * TINT));
  const tint = `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  tints.set(key, tint);
  return tint;
}

/** A card below 20 %: its picture, or a block in the colour of its kind; red after a failed run. */
export function paintBlockCard(
  ctx: Painter2D,
  node: FlowNode,
  { width, height }: Size,
  state: CardState,
  environment: PaintEnvironment,
): void {
  const { theme } = environment;
  const url = pictureUrl(node);
  if (url && !state.run) {
    ctx.fillStyle = theme.surface;
    ctx.fillRect(0, 0, width, height);
    const outcome = paintPicture(ctx, url, { x: 0, y: 0, width, height }, environment);
    if (outcome === 'painted') return;
    // Grey, where an empty node has the colour of its kind.
    if (outcome === 'loading') {
      ctx.fillStyle = tinted(theme.surface, theme.faint);
      ctx.fillRect(0, 0, width, height);
      return;
    }
  }
  const colour =
    state.run?.state === 'failed' ? theme.danger : kindColour(theme, nodeKind(node.type)?.colour ?? 'none');
  ctx.fillStyle = tinted(theme.surface, colour);
  ctx.fillRect(0, 0, width, height);
}
