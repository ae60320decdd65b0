import { useEffect, type RefObject } from 'react';
import type { Editor } from '../../Editor';
import type { HandleRef } from '../../scene/connectionRule';
import { reveal } from '../../geometry/reveal';
import type { Speech } from './layerWords';
import type { KeyboardConnection } from './useKeyboardConnection';

/** Keys that press the focused element, or remove it. */
const MEANS_ANOTHER = /^(Enter| |Delete|Backspace)$/;

/** The handles that may take the pending connection are the layer's only tab stops meanwhile. */
const takersIn = (layer: HTMLElement): HTMLElement[] =>
  Array.from(layer.querySelectorAll<HTMLElement>('[data-handle][tabindex="0"]'));

/** The handle of the button that `target` is or lies in. */
function handleAt(target: EventTarget | null): HandleRef | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null;
  const handleId = button?.dataset.handle;
  const nodeId = button?.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId;
  return handleId !== undefined && nodeId !== undefined ? { nodeId, handleId } : null;
}

const isHandle = (target: EventTarget | null): boolean => handleAt(target) !== null;

/** The next handle in reading order from the focus, around the end. */
function nextTaker(layer: HTMLElement, isBackwards: boolean): HTMLElement | undefined {
  const takers = takersIn(layer);
  const focused = document.activeElement ?? layer;
  const lies = (direction: number) => (taker: HTMLElement) =>
    (focused.compareDocumentPosition(taker) & direction) !== 0;
  return isBackwards
    ? (takers.findLast(lies(Node.DOCUMENT_POSITION_PRECEDING)) ?? takers.at(-1))
    : (takers.find(lies(Node.DOCUMENT_POSITION_FOLLOWING)) ?? takers[0]);
}

/**
 * The keys during a connection without a pointer: Tab walks the handles that may take it and the edge follows the focus, Escape
 * gives it up where it began, and any other press gives it up first, so that nothing else happens unnoticed.
 */
export function useConnectionKeys(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  { from, cancel }: Pick<KeyboardConnection, 'from' | 'cancel'>,
  { words, say }: Speech,
): void {
  useEffect(() => {
    const layer = root.current;
    if (!layer || !from) return;
    const controller = new AbortController();
    const { signal } = controller;

    const walk = (isBackwards: boolean): void => {
      const taker = nextTaker(layer, isBackwards);
      if (!taker) {
        say(words.nothingToConnect);
        return;
      }
      taker.focus({ preventScroll: true });
      const node = editor.document.node(taker.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId ?? '');
      if (node) reveal(editor.view, editor.scene.boxOf(node));
    };
    const backToStart = (): void => {
      const group = layer.querySelector(`[data-node-id="${CSS.escape(from.nodeId)}"]`);
      const start = group?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(from.handleId)}"]`);
      start?.focus({ preventScroll: true });
    };

    layer.addEventListener(
      'keydown',
      (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const isPressed = MEANS_ANOTHER.test(event.key) && !(isHandle(event.target) && /^(Enter| )$/.test(event.key));
        if (event.key === 'Tab') walk(event.shiftKey);
        else if (event.key === 'Escape') {
          cancel();
          backToStart();
        } else if (isPressed) cancel();
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    layer.addEventListener(
      'click',
      (event) => {
        if (isHandle(event.target)) return;
        cancel();
        // A screen reader's press has no key before it. A pointer's press is plain to see, and means what it does.
        if (event.detail === 0) event.stopPropagation();
      },
      { signal, capture: true },
    );
    layer.addEventListener(
      'focusin',
      ({ target }) => {
        const handle = handleAt(target);
        const isBegin = handle?.nodeId === from.nodeId && handle.handleId === from.handleId;
        editor.aimConnection(isBegin ? null : handle);
      },
      { signal },
    );
    layer.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        // A missing target means that the window lost the focus, or that the node was removed.
        if (relatedTarget instanceof Node && !layer.contains(relatedTarget)) cancel();
      },
      { signal },
    );
    return () => controller.abort();
  }, [root, editor, from, cancel, words, say]);
}
