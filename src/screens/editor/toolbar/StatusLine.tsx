import type { ParseKeys } from 'i18next';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorEvent } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { useMediaQuery } from '../view/useMediaQuery';
import styles from './StatusLine.module.css';

type StepEvent = Extract<EditorEvent, { readonly type: 'step' }>;

/** The next steps in a gesture, by the tool's state. */
const DURING: Readonly<Record<string, ParseKeys>> = {
  'select.dragging': 'hint.dragging',
  'select.connecting': 'hint.connecting',
  'select.joining': 'hint.joining',
  'select.cutting': 'hint.cutting',
  'select.reconnecting': 'hint.reconnecting',
  'select.marqueeSelecting': 'hint.marquee',
  'select.draggingRow': 'hint.row',
  'select.keyboardConnecting': 'hint.keyboardConnecting',
};

function idleHint({ nodeCount, selection: { nodes, edges } }: FlowStore, isTouched: boolean): ParseKeys | null {
  if (nodeCount === 0) return null;
  if (nodes.size + edges.size > 1) return isTouched ? 'hint.severalTouch' : 'hint.several';
  if (nodes.size === 1) return isTouched ? 'hint.nodeTouch' : 'hint.node';
  if (edges.size === 1) return isTouched ? 'hint.edgeTouch' : 'hint.edge';
  return isTouched ? 'hint.idleTouch' : 'hint.idle';
}

function writingHint({ editing, editor }: FlowStore): ParseKeys | null {
  if (!editing) return null;
  const written = editing.name === 'value' ? editor.document.node(editing.nodeId) : undefined;
  return written && editor.document.kinds.of(written.type)?.mentions ? 'hint.writing' : 'hint.editing';
}

interface StatusLineProps {
  readonly flow: FlowStore;
  /** Shows nothing while nothing is under way. */
  readonly isQuiet: boolean;
}

/**
 * One line about what can be done with what is dragged or selected, and what was just undone. Screen readers are told elsewhere.
 */
export const StatusLine = observer(function StatusLine({ flow, isQuiet }: StatusLineProps) {
  const { t } = useTranslation();
  const isTouched = useMediaQuery('(pointer: coarse)');
  const [told, setTold] = useState<{ readonly event: StepEvent; readonly version: number } | null>(null);
  useEffect(
    () =>
      flow.editor.subscribe((event) => {
        if (event.type === 'step') setTold({ event, version: flow.version });
      }),
    [flow],
  );

  const during = DURING[flow.state];
  const idle = isQuiet ? null : (writingHint(flow) ?? idleHint(flow, isTouched));
  const said = (): string | null => {
    if (during) return t(during);
    if (told?.version !== flow.version) return idle && t(idle);
    const { did, step } = told.event;
    return t(did === 'undo' ? 'step.undone' : 'step.redone', {
      step: t(`step.${step.kind}`, { count: step.count }),
    });
  };
  const words = said();
  return words === null ? null : (
    <p className={styles.status} aria-hidden="true" data-testid="status-line">
      {words}
    </p>
  );
});
