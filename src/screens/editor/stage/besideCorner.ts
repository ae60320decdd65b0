import type { Editor, Size, Vector } from '../../../engine';

/** Between the corner and what lands beside it; screen pixels. */
const GAP = 16;

/**
 * Where the corner of a card comes to lie that is dropped at a screen point: there, or, over the minimap and its controls,
 * beside them on the stage, where it can be seen. Null for a point that is not over them.
 */
export function besideCorner(area: HTMLElement | null, editor: Editor, screen: Vector, size: Size): Vector | null {
  const corner = area?.querySelector('[data-testid="view-corner"]')?.getBoundingClientRect();
  const stage = area?.getBoundingClientRect();
  if (!corner || !stage) return null;
  const left = corner.left - stage.left;
  const top = corner.top - stage.top;
  const isOver =
    screen.x >= left && screen.x < left + corner.width && screen.y >= top && screen.y < top + corner.height;
  if (!isOver) return null;
  const { zoom } = editor.viewport.camera;
  const width = size.width * zoom;
  const height = size.height * zoom;
  const beside = { x: left - GAP - width, y: Math.min(screen.y, stage.height - GAP - height) };
  // On a narrow stage there is no room to its left.
  return beside.x >= 0
    ? beside
    : { x: Math.max(0, Math.min(screen.x, stage.width - GAP - width)), y: top - GAP - height };
}
