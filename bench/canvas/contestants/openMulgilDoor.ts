import type { Editor } from '../../../src/engine';
import type { HandleOffsets } from '../BenchDoor';

interface Hook {
  readonly memoizedState: unknown;
  readonly next: Hook | null;
}

interface Fiber {
  readonly return: Fiber | null;
  readonly memoizedProps: Readonly<Record<string, unknown>> | null;
  readonly memoizedState: unknown;
}

/**
 * Opens the door of the real editor; runs in its page. The app offers none, so the editor is taken from what React
 * remembers of the canvas, and the counts from the stage. Answers false while the canvas is not there yet.
 */
export function openMulgilDoor(handles: HandleOffsets): boolean {
  const surface = document.querySelector('[data-testid="stage"]');
  const key = surface && Object.keys(surface).find((name) => name.startsWith('__reactFiber$'));
  if (!surface || !key) return false;

  let editor: Editor | null = null;
  let pictures: { readonly bytes: number } | null = null;
  let fiber = (surface as unknown as Record<string, Fiber | null>)[key] ?? null;
  for (; fiber; fiber = fiber.return) {
    editor ??= (fiber.memoizedProps?.editor as Editor | undefined) ?? null;
    let hook = fiber.memoizedState as Hook | null;
    for (; hook && typeof hook === 'object' && 'next' in hook; hook = hook.next) {
      const state = hook.memoizedState as { readonly bytes?: unknown } | null;
      if (typeof state === 'object' && typeof state?.bytes === 'number') pictures ??= state as { bytes: number };
    }
  }

  // The minimap is a stage, too.
  type Stage = { container(): Element; getAttr(name: string): Readonly<Record<string, number>> };
  const { Konva } = window as unknown as { Konva?: { stages: Stage[] } };
  const stage = Konva?.stages.find((each) => surface.contains(each.container()));
  if (!editor || !stage?.getAttr('drawCounts')) return false;
  const found = editor;
  const nodeOf = (nodeId: string) => {
    const node = found.document.node(nodeId);
    if (!node) throw new Error(`no node ${nodeId}`);
    return node;
  };
  window.bench = {
    view: () => ({ ...found.view.viewport }),
    setView: (view) => found.view.setViewport(view),
    positionOf: (nodeId) => ({ ...found.scene.positionOf(nodeOf(nodeId)) }),
    handleAt: (nodeId, handleId) => {
      const { x, y } = found.scene.positionOf(nodeOf(nodeId));
      const offset = handles[nodeOf(nodeId).type]?.[handleId];
      if (!offset) throw new Error(`no handle ${handleId}`);
      return { x: x + offset.x, y: y + offset.y };
    },
    edgeCount: () => found.document.allEdges().length,
    selectedCount: () => found.selection.nodes.size,
    clearSelection: () => found.select({}),
    draws: () => ({ ...stage.getAttr('drawCounts') }),
    pictureBytes: () => pictures?.bytes ?? null,
  };
  return true;
}
