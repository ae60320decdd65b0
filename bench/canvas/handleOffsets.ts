import { handlesOf } from '../../src/engine/nodes/shorthands';
import type { HandleOffsets, Point } from './BenchDoor';

const TYPES = ['textPrompt', 'imageUpload', 'image'] as const;

/** Handles of the cards without rows. A page that draws cards by the editor's measures draws them there. */
export const handleOffsets: HandleOffsets = Object.fromEntries(
  TYPES.map((type) => {
    const handles = handlesOf({ id: '', type, position: { x: 0, y: 0 }, data: {} });
    return [type, Object.fromEntries(handles.map(({ id, offset }) => [id, offset]))];
  }),
);

/** World position of a handle's centre on the card whose corner is here. Ids begin with the card's type. */
export function handleOn({ x, y }: Point, nodeId: string, handleId: string): Point {
  const offset = handleOffsets[nodeId.split('_')[0] ?? '']?.[handleId];
  if (!offset) throw new Error(`no handle ${handleId}`);
  return { x: x + offset.x, y: y + offset.y };
}
