import { useCallback, useEffect, useState, type RefObject } from 'react';
import type { MenuSubject } from '../../../actions';
import type { Editor, Vector } from '../../../engine';
import { selectionBounds } from '../selection/SelectionBar';

/** An open menu. */
export interface OpenMenu {
  /** Pixels from the stage's corner. */
  readonly at: Vector;
  readonly of: MenuSubject;
}

/** Fields have the browser's own menu, and elements beside the canvas have none. */
const isOfCanvas = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, dialog') === null &&
  target.closest('[data-stage], [data-node-id], [data-edge-id]') !== null;

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** The place of a menu opened by keys: under the selection, or in the middle of the stage. */
function placeForKeys(editor: Editor): OpenMenu {
  const { view } = editor;
  const { width, height } = view.size;
  const bounds = selectionBounds(editor);
  if (!bounds) {
    const isAnything = editor.selection.nodes.size + editor.selection.edges.size > 0;
    return { at: { x: width / 2, y: height / 2 }, of: isAnything ? 'selection' : 'pane' };
  }
  const { x, y } = view.toScreen({ x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 });
  return { at: { x, y }, of: 'selection' };
}

const isIn = ({ nodes, edges }: Editor['selection'], hit: ReturnType<Editor['hit']>): boolean =>
  ('node' in hit && nodes.has(hit.node.id)) || ('edge' in hit && edges.has(hit.edge.id));

/** Selects what is under the point unless it is selected already, as editors do before their menu opens. */
function menuAt(editor: Editor, at: Vector): OpenMenu {
  const hit = editor.hit(at);
  if ('node' in hit) {
    if (!editor.selection.nodes.has(hit.node.id)) editor.select({ nodes: new Set([hit.node.id]) });
    return { at, of: 'selection' };
  }
  if ('edge' in hit) {
    if (!editor.selection.edges.has(hit.edge.id)) editor.select({ edges: new Set([hit.edge.id]) });
    return { at, of: 'selection' };
  }
  return { at, of: 'pane' };
}

/**
 * The menu that a right click, the menu key or a long press opens, and how to close it. A long press opens it on the
 * pane and on the sole selection; elsewhere it selects, and a menu would cover what is dragged next.
 */
export function useContextMenu(
  editor: Editor,
  area: RefObject<HTMLElement | null>,
): {
  readonly menu: OpenMenu | null;
  readonly close: () => void;
  /** Opens the menu of arranging at a point, or where keys open the selection's menu. */
  readonly openArrange: (at?: Vector) => void;
} {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const close = useCallback(() => setMenu(null), []);
  const openArrange = useCallback((at = placeForKeys(editor).at) => setMenu({ at, of: 'arrange' }), [editor]);

  useEffect(() => {
    const stage = area.current;
    if (!stage) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    /** Some browsers send a click of their own after the menu key. */
    let isByKey = false;
    let timer = 0;
    /** The selection before the press. */
    let before = editor.selection;
    const placeOf = ({ clientX, clientY }: MouseEvent): Vector => {
      const { left, top } = stage.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };

    stage.addEventListener(
      'contextmenu',
      (event) => {
        if (!isOfCanvas(event.target)) return;
        event.preventDefault();
        // The release of a finger decides, in every browser alike.
        const isFinger = event instanceof PointerEvent && event.pointerType === 'touch';
        if (!isByKey && !isFinger && !editor.isGesturing) setMenu(menuAt(editor, placeOf(event)));
        isByKey = false;
      },
      { signal },
    );
    stage.addEventListener(
      'keydown',
      (event) => {
        if (!isMenuKey(event) || !isOfCanvas(event.target) || editor.isGesturing) return;
        event.preventDefault();
        isByKey = true;
        setMenu(placeForKeys(editor));
      },
      { signal },
    );
    stage.addEventListener(
      'pointerdown',
      () => {
        isByKey = false;
        before = editor.selection;
      },
      { signal, capture: true },
    );
    stage.addEventListener(
      'pointerup',
      (event) => {
        if (editor.state !== 'select.longPressing') return;
        const at = placeOf(event);
        // The editor handles the release itself first.
        timer = window.setTimeout(() => {
          const hit = editor.hit(at);
          const wasAlone = before.nodes.size + before.edges.size === 1 && isIn(before, hit);
          if (wasAlone || hit.type === 'pane') setMenu(menuAt(editor, at));
        });
      },
      { signal, capture: true },
    );
    return () => {
      controller.abort();
      window.clearTimeout(timer);
    };
  }, [editor, area]);

  return { menu, close, openArrange };
}
