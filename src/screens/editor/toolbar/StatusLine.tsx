import { computed } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorEvent, Selection } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { eventWords } from '../view/eventWords';
import { useMediaQuery } from '../view/useMediaQuery';
import { gestureHint, idleHint } from './hintNow';
import styles from './StatusLine.module.css';

interface Message {
  readonly event: EditorEvent;
  readonly version: number;
  readonly selection: Selection;
}

interface StatusLineProps {
  readonly flow: FlowStore;
  /** Shows nothing while nothing is under way. */
  readonly isQuiet: boolean;
}

/**
 * One line about what can be done with the dragged or selected things, and, until something else is done or selected, what was undone
 * or which place was saved. Screen readers are told elsewhere.
 */
export const StatusLine = observer(function StatusLine({ flow, isQuiet }: StatusLineProps) {
  const { t } = useTranslation();
  const isTouched = useMediaQuery('(pointer: coarse)');
  const [told, setTold] = useState<Message | null>(null);
  useEffect(
    () =>
      flow.editor.subscribe((event) => {
        if (event.type === 'step' || event.type === 'bookmark')
          setTold({ event, version: flow.version, selection: flow.editor.selection });
      }),
    [flow],
  );

  const { version, selection } = flow;
  // A drag changes what they read with each of its steps, and them only when it begins and ends.
  const gesture = useMemo(() => computed(() => gestureHint(flow, isTouched)), [flow, isTouched]);
  const rest = useMemo(() => computed(() => idleHint(flow, isTouched)), [flow, isTouched]);
  const during = gesture.get();
  const idle = isQuiet ? null : rest.get();
  const said = (): string | null => {
    if (during) return t(during);
    if (told?.version !== version || told.selection !== selection) return idle && t(idle);
    return eventWords(told.event, t);
  };
  const words = said();
  if (words === null && isQuiet) return null;
  return (
    <p className={styles.status} aria-hidden="true" data-at-edge data-testid="status-line">
      {/* Its place is kept on an empty canvas, too: the first cards come beside the line about them. */}
      {words}
    </p>
  );
});
