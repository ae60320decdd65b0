import { observer } from 'mobx-react-lite';
import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FULL_DETAIL_FROM_ZOOM, type Editor, type Size, type TextField, type Vector } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { classNames } from '../../../ui/classNames';
import { ViewportLayer, boxStyle } from '../stage/ViewportLayer';
import { ComposedField, type FieldElement } from './ComposedField';
import { MentionField } from './MentionField';
import { fieldPlace, fieldsOf, isSameField, fieldSize, isLongText, keepFieldSize, sizeWithin } from './fieldPlace';
import { ResizeGrip } from './ResizeGrip';
import styles from './TextOverlay.module.css';

/** Gap between a large field and the edge of the stage; screen pixels. */
const MARGIN = 8;
/** Height that the list of mentions may take below a field; screen pixels. */
const LIST_ROOM = 320;
/** Room between the list's end and the lower edge of a large field; CSS pixels. */
const LIST_FOOT = 16;

interface OpenFieldProps {
  readonly flow: FlowStore;
  readonly field: TextField;
  readonly onClosed: (nodeId: string) => void;
}

const OpenField = observer(function OpenField({ flow, field, onClosed }: OpenFieldProps) {
  const { editor } = flow;
  const { kinds } = editor.document;
  const { t } = useTranslation();
  const node = flow.node(field.nodeId);
  const place = node && fieldPlace(kinds, node, field);
  const wantsRoom =
    place?.isMultiline === true &&
    // A field of the card's own size could not be read at a small zoom, or over a category's header.
    (isLongText(place.text) ||
      (node !== undefined && kinds.of(node.type)?.rowType !== undefined) ||
      editor.view.viewport.zoom < FULL_DETAIL_FROM_ZOOM);
  const [isLarge, setIsLarge] = useState(wantsRoom);
  const [wanted, setWanted] = useState(fieldSize);
  const text = useRef<FieldElement>(null);
  const grip = useRef<HTMLDivElement>(null);
  // A large field stays large until it is closed, even when text is deleted from it.
  if (wantsRoom && !isLarge) setIsLarge(true);
  if (!node || !place) return null;

  const close = (): void => {
    editor.stopEditing();
    onClosed(node.id);
  };
  const goOn = (event: KeyboardEvent): void => {
    const fields = fieldsOf(kinds, node);
    const at = fields.findIndex((other) => isSameField(other, field));
    const next = fields[at + (event.shiftKey ? -1 : 1)];
    if (next) editor.startEditing(next);
    else close();
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const isEnd = event.key === 'Enter' && (!place.isMultiline || event.ctrlKey || event.metaKey);
    if (event.key === 'Escape' || isEnd) close();
    else if (event.key !== 'Tab') return;
    // The grip comes after the text.
    else if (isLarge && !event.shiftKey) grip.current?.focus();
    else goOn(event);
    event.preventDefault();
  };
  const onGripKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' || (event.key === 'Tab' && event.shiftKey)) text.current?.focus();
    else if (event.key === 'Tab') goOn(event);
    else return;
    event.preventDefault();
  };
  const onLeave = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null && (relatedTarget === grip.current || relatedTarget === text.current)) return;
    // Tab has moved on to another field by then.
    if (editor.editing && isSameField(editor.editing, field)) editor.stopEditing();
  };
  const resize = (size: Size): void => {
    const next = sizeWithin(size);
    setWanted(next);
    keepFieldSize(next);
  };

  const corner = editor.scene.positionOf(node);
  const size = sizeInView(editor, wanted);
  const box = isLarge
    ? { ...placeInView(editor, corner, size), ...size }
    : { ...place.box, x: place.box.x + corner.x, y: place.box.y + corner.y };
  const written = {
    ref: text,
    label: t(`node.${field.name}`),
    placeholder: field.name === 'value' ? t('node.textPlaceholder') : t('node.untitled'),
    isMultiline: place.isMultiline,
    isReadOnly: place.isReadOnly,
    className: classNames(styles.field, styles[place.look], isLarge && styles.large),
    style: boxStyle(box),
    text: place.text,
    onText: (next: string) => {
      // Leaving an unchanged field is no edit; a list of values stays a list.
      if (next !== place.text) editor.editText(field, next);
    },
    onLeave,
    onKey,
  };
  const mentions = kinds.of(node.type)?.mentions === true && field.name === 'value';
  const isLow = editor.view.toScreen({ x: box.x, y: box.y + place.box.height }).y + LIST_ROOM > editor.view.size.height;
  // A large field has its list within it, at its foot; its box keeps its size at any zoom.
  const listStyle = isLarge
    ? { left: box.x, top: box.y, '--foot': `${size.height - LIST_FOOT}px` }
    : { left: box.x, top: isLow ? box.y : box.y + box.height };
  return (
    <>
      {mentions ? (
        <MentionField
          {...written}
          flow={flow}
          nodeId={node.id}
          listClassName={classNames(styles.mentions, isLarge && styles.within, isLow && styles.above)}
          listStyle={listStyle}
        />
      ) : (
        <ComposedField {...written} />
      )}
      {isLarge && (
        <ResizeGrip ref={grip} corner={box} size={size} onSize={resize} onKey={onGripKey} onLeave={onLeave} />
      )}
    </>
  );
});

const within = (value: number, room: number): number => Math.max(MARGIN, Math.min(value, room - MARGIN));

/** The field's size, reduced to a stage that is narrower, as on a phone. */
const sizeInView = ({ view: { size } }: Editor, { width, height }: Size): Size => ({
  width: Math.min(width, size.width - 2 * MARGIN),
  height: Math.min(height, size.height - 2 * MARGIN),
});

/** The world point at a card's corner, moved so that a field of this size on the screen is wholly in view. */
function placeInView({ view }: Editor, corner: Vector, { width, height }: Size): Vector {
  const { x, y } = view.toScreen(corner);
  return view.toWorld({
    x: within(x, view.size.width - width),
    y: within(y, view.size.height - height),
  });
}

interface TextOverlayProps {
  readonly flow: FlowStore;
  /** Called when the person closed the field with keys: the node takes the focus again. */
  readonly onClosed: (nodeId: string) => void;
}

/** The text field over the painted text that is being edited; nothing while none is. */
export const TextOverlay = observer(function TextOverlay({ flow, onClosed }: TextOverlayProps) {
  const field = flow.editing;
  if (!field) return null;
  return (
    <ViewportLayer flow={flow}>
      <OpenField
        key={`${field.nodeId} ${field.itemId ?? ''} ${field.name}`}
        flow={flow}
        field={field}
        onClosed={onClosed}
      />
    </ViewportLayer>
  );
});
