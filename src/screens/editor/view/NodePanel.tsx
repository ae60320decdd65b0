import { useId, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { CANVAS_ACTIONS } from '../../../actions';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { classNames } from '../../../ui/classNames';
import { CloseButton } from '../../../ui/CloseButton';
import { closeByKey } from '../../../ui/closeByKey';
import { actionOfKey } from '../tool/actionOfKey';
import styles from './NodePanel.module.css';
import { usePlaceAt } from './usePlaceAt';

interface NodePanelProps {
  readonly ref: RefObject<HTMLElement | null>;
  readonly flow: FlowStore;
  readonly nodeId: string;
  readonly testId: string;
  readonly width: 'narrow' | 'wide';
  readonly title: string;
  /** Buttons before the one that folds the panel. */
  readonly tools?: ReactNode;
  readonly onFold: () => void;
  /** Called for an undo from the panel; the canvas's undo unless given. */
  readonly onUndo?: () => void;
  readonly children: ReactNode;
}

const { undo, redo } = CANVAS_ACTIONS;

/** A panel at a node: under its card, beside it if there is no room, at the foot of a narrow window. Escape folds it. */
export function NodePanel({
  ref,
  flow,
  nodeId,
  testId,
  width,
  title,
  tools,
  onFold,
  onUndo = () => undo.run(flow.editor),
  children,
}: NodePanelProps) {
  const titleId = useId();
  const [place] = useState([nodeId]);
  usePlaceAt(ref, flow, place);

  const onKey = (event: KeyboardEvent): void => {
    // A dialog over the panel hears its own keys.
    if (event.target instanceof Element && event.target.closest('dialog')) return;
    if (closeByKey(event, onFold)) return;
    const action = actionOfKey([undo, redo], event);
    if (action === redo) redo.run(flow.editor);
    else if (action === undo) onUndo();
    else return;
    event.preventDefault();
    // The canvas hears an undo from everywhere, and would do it again.
    event.stopPropagation();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of what is in it
    <section
      ref={ref}
      className={classNames(styles.panel, styles[width])}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-testid={testId}
      onKeyDown={onKey}
    >
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <span className={styles.side}>
          {tools}
          <CloseButton onClose={onFold} />
        </span>
      </header>
      {children}
    </section>
  );
}
