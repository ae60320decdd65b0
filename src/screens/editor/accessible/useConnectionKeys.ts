import { useEffect, type RefObject, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type Editor, type HandleRef, judgeConnection, promptOf, type EdgeEnd } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { announce } from '../../../ui/live/announce';
import { handleWord } from './HandleButton';
import { nodeName } from './nodeName';
import { reveal } from './useGoTo';

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
 * The keys during a connection without a pointer: Tab walks the handles that may take it and the pipe follows the focus, Escape
 * gives it up where it began, and any other press gives it up first, so that nothing else happens unnoticed.
 */
export function useConnectionKeys(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  from: HandleRef | null,
  cancel: () => void,
): void {
  useEffect(() => {
    const layer = root.current;
    if (!layer || !from) return;
    const controller = new AbortController();
    const { signal } = controller;

    const walk = (isBackwards: boolean): void => {
      const taker = nextTaker(layer, isBackwards);
      if (!taker) {
        announce('live.nothingToConnect');
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
  }, [root, editor, from, cancel]);
}

const isSameHandle = (one: HandleRef, other: HandleRef): boolean =>
  one.nodeId === other.nodeId && one.handleId === other.handleId;

export interface KeyboardConnection {
  /** The handle the pipe is being made from; null while none is being made. */
  readonly from: HandleRef | null;
  /** The first handle begins a pipe, the second ends it; the same one again drops it on the pane beside it. */
  readonly press: (handle: HandleRef) => void;
  /** Takes a pipe by one of its ends: the next press leads that end to another handle. */
  readonly take: (edgeId: string, end: EdgeEnd) => void;
  readonly cancel: () => void;
}

/** A pipe made or moved without a pointer: one handle button, or the pipe, is pressed, then another handle. */
export function useKeyboardConnection(flow: FlowStore): KeyboardConnection {
  const { editor } = flow;
  const { t } = useTranslation();

  const cancel = useCallback(() => {
    if (!flow.keyboardConnection) return;
    editor.dispatch({ type: 'cancel' });
    announce('live.connectionCancelled');
  }, [flow, editor]);

  const press = useCallback(
    (handle: HandleRef) => {
      const node = editor.document.node(handle.nodeId);
      if (!node) return;
      const begun = flow.keyboardConnection;
      if (!begun) {
        const part = editor.document.kinds.handleOf(node, handle.handleId);
        const name = nodeName(editor.document.kinds, node, promptOf(editor.document, node), t);
        const words = part ? `${name}, ${t(handleWord(part))}` : name;
        editor.beginConnection(handle);
        announce('live.connecting', { from: words });
        return;
      }
      const isBegin = isSameHandle(begun, handle);
      if (!isBegin && !judgeConnection(editor.document, begun, handle).isAllowed) announce('live.connectionRefused');
      editor.aimConnection(isBegin ? null : handle);
      editor.dropConnection();
      const { addMenu } = editor.preview;
      if (addMenu) reveal(editor.view, { ...addMenu.at, width: 0, height: 0 });
    },
    [flow, editor, t],
  );

  const take = useCallback(
    (edgeId: string, end: EdgeEnd) => {
      editor.takeEdge(edgeId, end);
      const holder = editor.document.node(flow.keyboardConnection?.nodeId ?? '');
      if (holder)
        announce('live.reconnecting', {
          at: nodeName(editor.document.kinds, holder, promptOf(editor.document, holder), t),
        });
    },
    [flow, editor, t],
  );

  return { from: flow.keyboardConnection, press, take, cancel };
}
