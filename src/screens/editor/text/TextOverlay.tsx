import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ComposedField,
  TextOverlay as EngineOverlay,
  type ComposedFieldProps,
  type OpenText,
} from '../../../engine/konva';
import { fieldWords } from '../../../i18n/fieldWords';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { classNames } from '../../../ui/classNames';
import { fieldSize, keepFieldSize } from './fieldSize';
import { MentionField } from './MentionField';
import styles from './TextOverlay.module.css';

/** Size that the list of mentions may take below a field; screen pixels. */
const LIST_ROOM = { width: 292, height: 320 };
/** Room between the list's end and the lower edge of a large field; CSS pixels. */
const LIST_FOOT = 16;

interface TextOverlayProps {
  readonly flow: FlowStore;
  /** Called when the person closed the field with keys: the node takes the focus again. */
  readonly onClosed: (nodeId: string) => void;
}

/** The engine's text field in the person's language, with mentions; a large one has the size that was chosen last. */
export function TextOverlay({ flow, onClosed }: TextOverlayProps) {
  const { t } = useTranslation();
  const words = useMemo(() => fieldWords(t), [t]);
  const renderField = useCallback(
    (props: ComposedFieldProps, open: OpenText) => <WrittenField {...{ flow, props, open }} />,
    [flow],
  );
  return (
    <EngineOverlay
      editor={flow.editor}
      words={words}
      onClosed={onClosed}
      renderField={renderField}
      largeSize={fieldSize}
      onResize={keepFieldSize}
    />
  );
}

interface WrittenFieldProps {
  readonly flow: FlowStore;
  readonly props: ComposedFieldProps;
  readonly open: OpenText;
}

function WrittenField({ flow, props, open }: WrittenFieldProps) {
  const { field, box, isLarge } = open;
  const { document, view } = flow.editor;
  const node = document.node(field.nodeId);
  const hasMentions = node !== undefined && document.kinds.of(node.type)?.mentions === true && field.name === 'value';
  if (!hasMentions) return <ComposedField {...props} />;

  const isLow = !isLarge && view.toScreen({ x: box.x, y: box.y + box.height }).y + LIST_ROOM.height > view.size.height;
  // A large field has its list within it, at its foot; its box keeps its size at any zoom.
  const listStyle = isLarge
    ? { left: box.x, top: box.y, '--foot': `${box.height - LIST_FOOT}px` }
    : {
        left: Math.min(box.x, view.toWorld({ x: view.size.width - LIST_ROOM.width, y: 0 }).x),
        top: isLow ? box.y : box.y + box.height,
      };
  return (
    <MentionField
      {...props}
      flow={flow}
      nodeId={field.nodeId}
      listClassName={classNames(styles.mentions, isLarge && styles.within, isLow && styles.above)}
      listStyle={listStyle}
    />
  );
}
