import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DIALOG_ACTIONS } from '../../../actions';
import type { TextField } from '../../../engine';
import { ComposedField, fieldPlace, type FieldElement } from '../../../engine/konva';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { ActionButton } from '../../../ui/ActionButton';
import { MentionField } from '../text/MentionField';
import styles from './OutlinePanel.module.css';
import { lineTitle } from './outlineText';

interface OutlineFieldProps {
  readonly flow: FlowStore;
  readonly field: TextField;
  readonly onClose: () => void;
}

const NO_STYLE = {};

/** The text of a line, at the foot of the outline while it is edited; handed on as it is typed. */
export const OutlineField = observer(function OutlineField({ flow, field, onClose }: OutlineFieldProps) {
  const { t } = useTranslation();
  const element = useRef<FieldElement>(null);
  useLayoutEffect(() => element.current?.focus({ preventScroll: true }), [field]);
  const node = flow.node(field.nodeId);
  const { kinds } = flow.editor.document;
  const place = node && fieldPlace(kinds, node, field);
  if (!node || !place) return null;
  const hasMentions = kinds.of(node.type)?.mentions === true && field.name === 'value';
  const written = {
    ref: element,
    label: `${t(place.isReadOnly ? 'node.value' : 'outline.edit')}, ${lineTitle(flow, node, t)}`,
    placeholder: t('node.textPlaceholder'),
    isMultiline: place.isMultiline,
    isReadOnly: place.isReadOnly,
    className: styles.textarea ?? '',
    style: NO_STYLE,
    text: place.text,
    onText: (text: string, before: string) => flow.editor.editText(field, text, before),
    onLeave: () => undefined,
    onKey: (event: KeyboardEvent) => {
      const isDone = event.key === 'Enter' && (!place.isMultiline || event.ctrlKey || event.metaKey);
      if (event.key !== 'Escape' && !isDone) return;
      event.preventDefault();
      onClose();
    },
  };
  return (
    <div className={styles.editing}>
      {hasMentions ? (
        <MentionField {...written} flow={flow} nodeId={field.nodeId} listClassName={styles.mentions ?? ''} />
      ) : (
        <ComposedField {...written} />
      )}
      <ActionButton look="primary" action={DIALOG_ACTIONS.done} target={onClose} />
    </div>
  );
});
