import { handlesOf } from '../../src/engine/model/handles';
import type { HandleOffsets } from './BenchDoor';

const TYPES = ['textPrompt', 'imageUpload', 'image'] as const;

/** Where the handles of the cards without rows are. Whoever draws cards by the editor's measures draws them there. */
export const handleOffsets: HandleOffsets = Object.fromEntries(
  TYPES.map((type) => {
    const handles = handlesOf({ id: '', type, position: { x: 0, y: 0 }, data: {} });
    return [type, Object.fromEntries(handles.map(({ id, offset }) => [id, offset]))];
  }),
);
