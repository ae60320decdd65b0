import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CANVAS_ACTIONS } from '../../../actions';
import type { Editor } from '../../../engine';
import { ActionTool } from '../tool/ActionTool';
import { useEditorValue } from '../useEditorValue';
import { RunSelected } from './RunSelected';
import styles from './SelectionBar.module.css';
import { selectionBounds } from './selectionBounds';

/** Between the bar and what it stands for, and between it and the stage's edge; screen pixels. */
const GAP = 14;
const EDGE = 10;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** Above the selection, and whole on the stage; of very many things in the middle of its top. */
function placeBar(bar: HTMLElement, { viewport }: Editor, bounds: ReturnType<typeof selectionBounds>): void {
  const { width } = viewport.size;
  const corner = bounds && viewport.toScreen(bounds);
  const middle = corner && bounds ? corner.x + (bounds.width * viewport.camera.zoom) / 2 : width / 2;
  const left = between(EDGE, middle - bar.offsetWidth / 2, width - bar.offsetWidth - EDGE);
  const lowest = viewport.size.height - bar.offsetHeight - EDGE;
  const top = between(EDGE, corner ? corner.y - GAP - bar.offsetHeight : EDGE, lowest);
  bar.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

interface SelectionBarProps {
  readonly editor: Editor;
  /** It has gone with what it stood for: the canvas has the focus. */
  readonly onClosed: (nodeId: null) => void;
  /** Ends what runs or waits at a node; never begins anything. */
  readonly onStop: (nodeId: string) => void;
}

function OpenBar({ editor, onClosed, onStop, count }: SelectionBarProps & { readonly count: number }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    let frame = 0;
    let bounds = selectionBounds(editor);
    placeBar(element, editor, bounds);
    const place = (): void => {
      frame = 0;
      placeBar(element, editor, bounds);
    };
    const unsubscribe = editor.subscribe(({ type }) => {
      if (type === 'document' || type === 'selection') bounds = selectionBounds(editor);
      else if (type !== 'camera') return;
      if (frame === 0) frame = window.requestAnimationFrame(place);
    });
    // It widens by a button while something runs, and stays whole on the stage.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => {
      unsubscribe();
      observer.disconnect();
      window.cancelAnimationFrame(frame);
    };
  }, [editor]);

  const close = (): void => onClosed(null);
  return (
    <div ref={bar} role="toolbar" aria-label={t('canvas.selection')} className={styles.bar} data-testid="selection-bar">
      <span className={styles.count}>{t('canvas.selected', { count })}</span>
      <RunSelected editor={editor} onStop={onStop} />
      <ActionTool editor={editor} action={CANVAS_ACTIONS.fitSelection} icon="fitSelection" />
      <ActionTool editor={editor} action={CANVAS_ACTIONS.remove} icon="trash" className={styles.remove} onRun={close} />
      <ActionTool editor={editor} action={CANVAS_ACTIONS.deselect} icon="close" onRun={close} />
    </div>
  );
}

/** One toolbar for several selected things, above them; nothing while one is selected or something is in the hand. */
export function SelectionBar({ editor, onClosed, onStop }: SelectionBarProps) {
  const count = useEditorValue(editor, 'selection', ({ selection: { nodes, edges } }) => nodes.size + edges.size);
  const isAtRest = useEditorValue(
    editor,
    'state',
    ({ state }) => state === 'select.idle' || state === 'select.panning',
  );
  return count > 1 && isAtRest ? <OpenBar editor={editor} onClosed={onClosed} onStop={onStop} count={count} /> : null;
}
