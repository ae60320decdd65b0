import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import { CLIPBOARD_ACTIONS, type ClipboardTarget } from '../../../actions';
import type { Vector } from '../../../engine';
import type { ClipboardForm } from '../../../stores/clipboard/clipboardForm';
import type { OpenEditor } from '../../../stores/EditorSession';
import { isTyping, isUnderDialog } from '../../../engine/konva';
import { notify } from '../../../ui/toasts/notify';
import { actionOfKey } from '../tool/actionOfKey';
import type { FocusNode } from '../view/useFocusNode';
import { pastePictures } from './pastePictures';

/** Fields take their text themselves, and what is under a dialog takes nothing. */
export const isMeantElsewhere = (target: EventTarget | null): boolean => isUnderDialog(target) || isTyping(target);

/** True also in a panel that covers the whole canvas: nobody would see what is cut there, or pasted. */
const isBesideCanvas = (target: EventTarget | null): boolean =>
  isMeantElsewhere(target) || (target instanceof Element && target.closest('[data-covers-stage]') !== null);

const HTML = 'text/html';
const PLAIN = 'text/plain';

/** Words that a person has marked in the page are copied as usual. */
const hasMarkedWords = (): boolean => window.getSelection()?.isCollapsed === false;

/** Ends the mark where a copy means the nodes from now on. */
const unmarkWords = (): void => window.getSelection()?.removeAllRanges();

const isOnCanvas = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-stage], [data-node-id], [data-edge-id]') !== null;

/** The browser tells a paste, but not by which keys. */
const PASTES = [CLIPBOARD_ACTIONS.paste, CLIPBOARD_ACTIONS.pasteJoined] as const;

/** Content of a paste. */
interface PasteContent extends ClipboardForm {
  /** Files and pictures copied in another program; empty where it has copied words too. */
  readonly files: readonly File[];
}

const isPicture = (type: string): boolean => type.startsWith('image/');

async function readSystem(): Promise<PasteContent> {
  const items = await navigator.clipboard.read();
  const textOf = async (type: string): Promise<string> => {
    const item = items.find(({ types }) => types.includes(type));
    return item ? (await item.getType(type)).text() : '';
  };
  const [html, plain] = [await textOf(HTML), await textOf(PLAIN)];
  const files = items.flatMap((item) => {
    const type = plain === '' ? item.types.find(isPicture) : undefined;
    return type === undefined ? [] : item.getType(type).then((picture) => new File([picture], 'picture', { type }));
  });
  return { html, plain, files: await Promise.all(files) };
}

/** True when the words are only the names of the files, which macOS copies along. */
const onlyNames = (plain: string, files: readonly File[]): boolean =>
  plain
    .split(/[\r\n]+/)
    .every((line) => line === '' || files.some(({ name }) => line.normalize() === name.normalize()));

function readEvent(data: DataTransfer): PasteContent {
  const [html, plain] = [data.getData(HTML), data.getData(PLAIN)];
  const files = [...data.files];
  return { html, plain, files: onlyNames(plain, files) ? files : [] };
}

/**
 * Listens to the system's copying and pasting, and offers the same to buttons. Pastes nodes, words and pictures at the
 * pointer, else in the middle of the view.
 */
export function useClipboard(
  { editor, clipboard, uploads }: Pick<OpenEditor, 'editor' | 'clipboard' | 'uploads'>,
  area: RefObject<HTMLElement | null>,
  focusNode: FocusNode,
): ClipboardTarget {
  /** Position of the pointer in the window; null while it is not on the stage. */
  const pointer = useRef<Vector | null>(null);
  /** True while the keys of a paste that joins are down; the next paste is theirs. */
  const joins = useRef(false);

  const put = useCallback(
    ({ files, ...form }: PasteContent, at: Vector, isJoining: boolean): void => {
      if (files.length > 0) pastePictures(editor, uploads, files, at);
      else clipboard.paste(form, at, isJoining);
    },
    [editor, clipboard, uploads],
  );

  const target = useMemo((): ClipboardTarget => {
    return {
      editor,
      clipboard,
      command: (name) => {
        unmarkWords();
        // The command bar may have been opened in a field, which would copy its own words.
        if (isTyping(document.activeElement)) focusNode(null);
        // This is the one way that needs no permission; the event it causes is heard below.
        document.execCommand(name);
      },
      paste: (isJoining, at = editor.view.freeMiddle()) => {
        readSystem().then(
          (pasted) => put(pasted, at, isJoining),
          () => {
            if (!clipboard.pasteLast(at, isJoining)) notify({ variant: 'info', titleKey: 'clipboard.byKeys' });
          },
        );
      },
    };
  }, [editor, clipboard, put, focusNode]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const stage = area.current;

    const place = (): Vector => {
      if (!stage || !pointer.current) return editor.view.freeMiddle();
      const { left, top } = stage.getBoundingClientRect();
      return editor.view.toWorld({ x: pointer.current.x - left, y: pointer.current.y - top });
    };
    const take = (event: ClipboardEvent, name: 'copy' | 'cut'): void => {
      if (event.defaultPrevented || isBesideCanvas(event.target) || hasMarkedWords()) return;
      const whyNot = CLIPBOARD_ACTIONS[name].whyNot(target);
      if (whyNot !== null) notify({ variant: 'info', titleKey: whyNot });
      const taken = clipboard[name]();
      if (!taken) return;
      event.preventDefault();
      event.clipboardData?.setData(HTML, taken.html);
      event.clipboardData?.setData(PLAIN, taken.plain);
    };
    const paste = (event: ClipboardEvent): void => {
      const isJoining = joins.current;
      joins.current = false;
      const data = event.clipboardData;
      if (!data || event.defaultPrevented || isBesideCanvas(event.target)) return;
      event.preventDefault();
      put(readEvent(data), place(), isJoining);
    };
    for (const name of ['copy', 'cut'] as const)
      window.addEventListener(name, (event) => take(event, name), { signal });
    window.addEventListener('paste', paste, { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        const paste = actionOfKey(PASTES, event);
        if (paste) joins.current = paste === CLIPBOARD_ACTIONS.pasteJoined;
      },
      { signal },
    );
    // The browser keeps a mark at a press on the stage, where no words are.
    for (const turn of ['pointerdown', 'focusin'])
      stage?.addEventListener(turn, ({ target }) => isOnCanvas(target) && unmarkWords(), { signal, capture: true });
    stage?.addEventListener(
      'pointermove',
      ({ clientX, clientY, pointerType }) => {
        pointer.current = pointerType === 'touch' ? null : { x: clientX, y: clientY };
      },
      { signal },
    );
    stage?.addEventListener('pointerleave', () => (pointer.current = null), { signal });
    return () => controller.abort();
  }, [editor, clipboard, put, area, target]);

  return target;
}
