import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import { numberWords, referencesOf, type Reference } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import styles from './ReferenceNumbers.module.css';

/** Below this zoom cards are too small for a number at their corner. */
const ZOOM_MIN = 0.25;

/** Numbers by node, since one picture may go with a run twice: '1', '2, 4'; of a frame those of its pictures: '2–4'. */
function numbersOf(references: readonly Reference[]): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  const frames = new Map<string, { readonly number: number; readonly last: number }>();
  for (const [place, { nodeId, frameId }] of references.entries()) {
    const number = place + 1;
    const before = numbers.get(nodeId);
    numbers.set(nodeId, before === undefined ? `${number}` : `${before}, ${number}`);
    if (frameId !== null) frames.set(frameId, { number: frames.get(frameId)?.number ?? number, last: number });
  }
  for (const [frameId, range] of frames) numbers.set(frameId, numberWords(range) ?? '');
  return numbers;
}

/** Numbers at the pictures that feed the node which is selected alone, the same as in its settings. */
export const ReferenceNumbers = observer(function ReferenceNumbers({ flow }: { readonly flow: FlowStore }) {
  const { soleNodeId, isAtRest, editor } = flow;
  const isAsked = soleNodeId !== null && isAtRest;
  // These pictures depend on nodes further to the left too.
  if (isAsked) void flow.version;
  const numbers = numbersOf(isAsked ? referencesOf(editor.document, soleNodeId) : []);
  const isShown = numbers.size > 1;
  const signs = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!isShown) return undefined;
    return autorun(() => {
      const { zoom } = flow.viewport;
      for (const sign of signs.current?.children ?? []) {
        if (!(sign instanceof HTMLElement)) continue;
        const node = flow.node(sign.dataset['of'] ?? '');
        sign.hidden = !node || zoom < ZOOM_MIN || editor.scene.folds.isHidden(node.id);
        if (!node) continue;
        const { x, y } = editor.view.toScreen(node.position);
        sign.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
      }
    });
  }, [flow, editor, isShown, numbers]);

  if (!isShown) return null;
  return (
    <div ref={signs} className={styles.numbers} aria-hidden="true" data-testid="reference-numbers">
      {Array.from(numbers, ([nodeId, words]) => (
        <span key={nodeId} className={styles.number} data-of={nodeId}>
          {words}
        </span>
      ))}
    </div>
  );
});
