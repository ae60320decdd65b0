import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EXAMPLE_ACTIONS, type ExampleTarget } from '../../../actions';
import { type Editor, fragmentBox, handlesOf, nodeKind, nodeSize, type FlowNode, type Fragment } from '../../../engine';
import { exampleFragment, type Say } from '../../../stores/examples/addExample';
import { announce } from '../../../ui/live/announce';
import { PipeDrawing } from '../../../ui/PipeDrawing';
import type { Corner } from '../../../ui/roundedPath';
import styles from './EmptyCanvas.module.css';

/** Around the cards, and how thick a pipe is in a drawing that is a tenth as large; world pixels. */
const MARGIN = 40;
const PIPE = 36;

function handlePlace({ position: { x, y }, ...node }: FlowNode, handleId: string | null | undefined): Corner {
  const handle = handlesOf({ position: { x, y }, ...node }).find(({ id }) => id === handleId);
  return [x + (handle?.offset.x ?? 0), y + (handle?.offset.y ?? 0)];
}

/** A flow at a glance: its cards as fields of their colour, and the pipes between them. */
function ExampleDrawing({ nodes, edges, outer }: Fragment) {
  const box = fragmentBox({ nodes, edges, outer });
  if (!box) return null;
  const at = new Map(nodes.map((node) => [node.id, node]));
  return (
    <svg
      className={styles.drawing}
      viewBox={`${box.x - MARGIN} ${box.y - MARGIN} ${box.width + 2 * MARGIN} ${box.height + 2 * MARGIN}`}
      aria-hidden="true"
    >
      {edges.map(({ id, source, target, sourceHandle, targetHandle, type: flow }) => {
        const [left, right] = [at.get(source), at.get(target)];
        if (!left || !right) return null;
        const from = handlePlace(left, sourceHandle);
        const to = handlePlace(right, targetHandle);
        const middle = (from[0] + to[0]) / 2;
        const corners: readonly Corner[] =
          from[1] === to[1] ? [from, to] : [from, [middle, from[1]], [middle, to[1]], to];
        return <PipeDrawing key={id} flow={flow === 'image' ? flow : 'text'} width={PIPE} corners={corners} />;
      })}
      {nodes.map((node) => (
        <rect key={node.id} {...node.position} {...nodeSize(node)} rx={24} data-flow={nodeKind(node.type)?.flow} />
      ))}
    </svg>
  );
}

interface ExampleCardsProps {
  readonly editor: Editor;
  /** The flow is there, and the button that brought it is gone. */
  readonly onAdded: () => void;
}

/** Flows to begin with, each by one press. */
export default function ExampleCards({ editor, onAdded }: ExampleCardsProps) {
  const { t } = useTranslation();
  const target = useMemo((): ExampleTarget => ({ editor, say: ((words) => t(words)) satisfies Say }), [editor, t]);
  return (
    <section aria-labelledby="examples" className={styles.examples}>
      <h2 id="examples" className={styles.heading}>
        {t('example.heading')}
      </h2>
      <div className={styles.cards}>
        {EXAMPLE_ACTIONS.map((action) => (
          <button
            key={action.id}
            type="button"
            className={styles.card}
            data-example={action.flow.id}
            onClick={() => {
              action.run(target);
              announce('example.added', { title: t(action.words) });
              onAdded();
            }}
          >
            <ExampleDrawing {...exampleFragment(action.flow, editor.document.kinds, target.say)} />
            <span className={styles.words}>
              <span className={styles.title}>{t(action.words)}</span>
              <span className={styles.about}>{t(action.flow.about)}</span>
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}
