import { startTransition, useEffect, useReducer, useMemo } from 'react';
import type { Editor } from '../../../engine';
import { describeView, type DescribedView } from './describeView';

/** How long the camera must stand still before the layer is laid anew; decisions.md asks for at most 100 ms. */
const REST_MS = 80;
/** With more selected than this, laying the layer anew is done in parts between frames. */
const MANY = 20;

/**
 * The view as the accessible layer shows it: at once after an edit or a step of the keyboard to the node it now stands on, and
 * after the camera has come to rest.
 */
export function useDescribedView(editor: Editor, standsOn: string | null): DescribedView {
  const [version, layAnew] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    let timer: number | undefined;
    const rest = (): void => {
      timer = undefined;
      layAnew();
    };
    // The stage may have told the editor its size before this listens.
    layAnew();
    const unsubscribe = editor.subscribe((event) => {
      if (event.type === 'camera' || (event.type === 'stale' && event.reason === 'size')) {
        window.clearTimeout(timer);
        timer = window.setTimeout(rest, REST_MS);
      } else if ((event.type === 'document' || event.type === 'selection') && timer === undefined) {
        if (editor.selection.nodes.size + editor.selection.edges.size > MANY) startTransition(layAnew);
        else layAnew();
      }
    });
    return () => {
      unsubscribe();
      window.clearTimeout(timer);
    };
  }, [editor]);

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for everything the editor changed
  return useMemo(() => describeView(editor, standsOn), [editor, standsOn, version]);
}
