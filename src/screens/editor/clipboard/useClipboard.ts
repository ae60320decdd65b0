import { useEffect, useMemo, useRef, type RefObject } from 'react';
import type { ClipboardTarget } from '../../../actions';
import type { Editor, Vector } from '../../../engine';
import type { ClipboardForm } from '../../../stores/clipboard/clipboardForm';
import type { FlowClipboard } from '../../../stores/clipboard/FlowClipboard';
import { notify } from '../../../ui/toasts/notify';
import { isMeantElsewhere } from './isMeantElsewhere';

const HTML = 'text/html';
const PLAIN = 'text/plain';

/** Words that a person has marked in the page are copied as usual. */
const hasMarkedWords = (): boolean => window.getSelection()?.isCollapsed === false;

const isPrimary = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => (ctrlKey || metaKey) && !altKey;

async function readSystem(): Promise<ClipboardForm> {
  const items = await navigator.clipboard.read();
  const textOf = async (type: string): Promise<string> => {
    const item = items.find(({ types }) => types.includes(type));
    return item ? (await item.getType(type)).text() : '';
  };
  return { html: await textOf(HTML), plain: await textOf(PLAIN) };
}

/**
 * Listens to the keys of copying and pasting, and offers the same to buttons. Pastes at the pointer, else in the middle
 * of the view.
 */
export function useClipboard(
  editor: Editor,
  clipboard: FlowClipboard,
  area: RefObject<HTMLElement | null>,
): ClipboardTarget {
  /** Position of the pointer on the stage; null while it is elsewhere. */
  const pointer = useRef<Vector | null>(null);
  /** True while the keys of a paste that joins are down; the next paste is theirs. */
  const joins = useRef(false);

  const target = useMemo((): ClipboardTarget => {
    const middle = (): Vector => {
      const { x, y, width, height } = editor.view.visibleBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    return {
      editor,
      clipboard,
      // This is the one way that needs no permission; the event it causes is heard below.
      command: (name) => void document.execCommand(name),
      paste: (isJoining, at = middle()) => {
        readSystem().then(
          (form) => clipboard.paste(form, at, isJoining),
          () => {
            if (!clipboard.pasteLast(at)) notify({ variant: 'info', titleKey: 'clipboard.byKeys' });
          },
        );
      },
    };
  }, [editor, clipboard]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const stage = area.current;

    const place = (): Vector => {
      const { x, y, width, height } = editor.view.visibleBox();
      return pointer.current ? editor.view.toWorld(pointer.current) : { x: x + width / 2, y: y + height / 2 };
    };
    const take = (event: ClipboardEvent, form: () => ClipboardForm | null): void => {
      if (event.defaultPrevented || isMeantElsewhere(event.target) || hasMarkedWords()) return;
      const taken = form();
      if (!taken) {
        notify({ variant: 'info', titleKey: 'action.nothingSelected' });
        return;
      }
      event.preventDefault();
      event.clipboardData?.setData(HTML, taken.html);
      event.clipboardData?.setData(PLAIN, taken.plain);
    };
    const paste = (event: ClipboardEvent): void => {
      const isJoining = joins.current;
      joins.current = false;
      const data = event.clipboardData;
      if (!data || event.defaultPrevented || isMeantElsewhere(event.target)) return;
      const form = { html: data.getData(HTML), plain: data.getData(PLAIN) };
      // Pictures copied in another program go to picture inputs.
      if (data.files.length > 0 && form.plain === '') return;
      event.preventDefault();
      clipboard.paste(form, place(), isJoining);
    };
    window.addEventListener('copy', (event) => take(event, () => clipboard.copy()), { signal });
    window.addEventListener('cut', (event) => take(event, () => clipboard.cut()), { signal });
    window.addEventListener('paste', paste, { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        if (!isPrimary(event) || isMeantElsewhere(event.target)) return;
        if (event.code === 'KeyV') joins.current = event.shiftKey;
        if (event.code !== 'KeyD' || event.shiftKey || editor.selection.nodes.size === 0) return;
        event.preventDefault();
        clipboard.duplicate();
      },
      { signal },
    );
    stage?.addEventListener(
      'pointermove',
      ({ clientX, clientY, pointerType }) => {
        const { left, top } = stage.getBoundingClientRect();
        pointer.current = pointerType === 'touch' ? null : { x: clientX - left, y: clientY - top };
      },
      { signal },
    );
    stage?.addEventListener('pointerleave', () => (pointer.current = null), { signal });
    return () => controller.abort();
  }, [editor, clipboard, area]);

  return target;
}
