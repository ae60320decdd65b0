import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EXAMPLE_ACTIONS, type ExampleTarget } from '../../../actions';
import type { Editor } from '../../../engine';
import { exampleFragment, type Say } from '../../../stores/examples/addExample';
import { announce } from '../../../ui/live/announce';
import styles from './EmptyCanvas.module.css';
import { ExampleDrawing } from './ExampleDrawing';

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
