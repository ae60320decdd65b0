import type { Box, Editor } from '../../../engine';

/** Screen pixels left free around what was walked to. */
const MARGIN = 24;

/** How far a span must move to lie inside [MARGIN, room - MARGIN]; a span that is too long shows its beginning. */
function shift(start: number, length: number, room: number): number {
  if (start < MARGIN || length > room - 2 * MARGIN) return MARGIN - start;
  return Math.min(0, room - MARGIN - (start + length));
}

/** Moves the view as little as it takes to show the box. */
export function reveal(editor: Editor, box: Box): void {
  const { camera, size } = editor;
  if (size.width === 0) return;
  const { zoom } = camera;
  editor.setCamera({
    x: camera.x + shift(box.x * zoom + camera.x, box.width * zoom, size.width),
    y: camera.y + shift(box.y * zoom + camera.y, box.height * zoom, size.height),
    zoom,
  });
}
