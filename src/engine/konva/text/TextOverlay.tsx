import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { FlowNode } from '../../document/FlowNode';
import type { Editor } from '../../Editor';
import type { TextField } from '../../edits/editText';
import type { Box } from '../../geometry/box';
import type { Vector } from '../../geometry/vector';
import type { Size } from '../../geometry/viewport';
import { FULL_DETAIL_FROM_ZOOM } from '../../render/card/levelOfDetail';
import { reveal } from '../../geometry/reveal';
import { useEditorValue } from '../stage/useEditorValue';
import { ViewportLayer, boxStyle } from '../stage/ViewportLayer';
import { ComposedField, type ComposedFieldProps, type FieldElement } from './ComposedField';
import { fieldPlace, fieldsOf, isSameField, type FieldPlace } from './fieldPlace';
import type { FieldWords } from './fieldWords';
import { needsLargeField, sizeWithin } from './largeSize';
import { ResizeGrip } from './ResizeGrip';
import styles from './TextOverlay.module.css';

/** Gap between a large field and the edge of the stage; screen pixels. */
const MARGIN = 8;

/** The text that a field edits, and where the field lies. */
export interface OpenText {
  readonly field: TextField;
  /** The field's place in the world; a large field's width and height are CSS pixels at any zoom. */
  readonly box: Box;
  /** True for the field of a long text: a sheet of its own over the card. */
  readonly isLarge: boolean;
}

export interface TextOverlayProps {
  readonly editor: Editor;
  readonly words: FieldWords;
  /** Called when the person closed the field with keys: the node takes the focus again. */
  readonly onClosed: (nodeId: string) => void;
  /** The field that an application shows instead, made of a `ComposedField` with these props. */
  readonly renderField?: (props: ComposedFieldProps, open: OpenText) => ReactNode;
  /** Asked for the size in which the field of a long text opens; CSS pixels, limited by the window. */
  readonly largeSize?: () => Partial<Size>;
  /** Called when the person has resized that field, to keep its size. */
  readonly onResize?: (size: Size) => void;
}

interface OpenFieldProps extends TextOverlayProps {
  readonly field: TextField;
}

function OpenField(props: OpenFieldProps) {
  const { editor, words, field, onClosed, renderField, largeSize, onResize } = props;
  const { kinds } = editor.document;
  const node = useEditorValue(editor, () => editor.document.node(field.nodeId));
  const place = node && fieldPlace(kinds, node, field);
  const wantsRoom =
    place?.isMultiline === true &&
    // A field of the card's own size could not be read at a small zoom, or over a category's header.
    (needsLargeField(place.text) ||
      (node !== undefined && kinds.of(node.type)?.rowType !== undefined) ||
      editor.view.viewport.zoom < FULL_DETAIL_FROM_ZOOM);
  const [isLarge, setIsLarge] = useState(wantsRoom);
  const [wanted, setWanted] = useState(() => sizeWithin(largeSize?.() ?? {}));
  const text = useRef<FieldElement>(null);
  const grip = useRef<HTMLDivElement>(null);
  // A large field stays large until it is closed, even when text is deleted from it.
  if (wantsRoom && !isLarge) setIsLarge(true);
  const stage = useEditorValue(editor, () => editor.view.size);
  const openedIn = useRef(stage);
  const follow = useEffectEvent(() => {
    if (node && place && !isLarge) reveal(editor.view, boxOnCard(editor, node, place));
  });
  // A keyboard on the screen, or a phone that is turned, may leave the text below the window.
  useEffect(() => {
    if (stage !== openedIn.current) follow();
  }, [stage]);
  /** Closes the field unless this is a part of it, or of a dialog over it, or what stands for one: those give the focus back. */
  const leaveFor = (focused: Element | null): void => {
    if (focused !== null && (focused === grip.current || focused === text.current)) return;
    if (focused?.closest('dialog, [data-keeps-text]')?.contains(text.current) === false) return;
    // Tab has moved on to another field by then.
    if (editor.editing && isSameField(editor.editing, field)) editor.stopEditing();
  };
  const comeBack = useEffectEvent(() => leaveFor(document.activeElement));
  // No blur tells that the focus moves while the window is away, as when a picture is dropped into it.
  useEffect(() => {
    const onFocus = (): void => comeBack();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
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
  const onLeave = ({ relatedTarget }: FocusEvent): void =>
    // A person who goes to another window comes back to the field: it is its page's active element still.
    leaveFor(relatedTarget instanceof Element ? relatedTarget : document.activeElement);
  const resize = (size: Size): void => {
    const next = sizeWithin(size);
    setWanted(next);
    onResize?.(next);
  };

  const size = sizeInView(editor, wanted);
  const box = isLarge
    ? { ...placeInView(editor, editor.scene.positionOf(node), size), ...size }
    : boxOnCard(editor, node, place);
  const written: ComposedFieldProps = {
    ref: text,
    label: words.names[field.name],
    placeholder: field.name === 'value' ? words.textPlaceholder : words.untitled,
    isMultiline: place.isMultiline,
    isReadOnly: place.isReadOnly,
    className: [styles.field, styles[place.look], isLarge && styles.large].filter(Boolean).join(' '),
    style: boxStyle(box),
    text: place.text,
    onText: (next, before) => editor.editText(field, next, before),
    onLeave,
    onKey,
  };
  return (
    <>
      <Field {...written} renderField={renderField} open={{ field, box, isLarge }} />
      {isLarge && (
        <ResizeGrip
          ref={grip}
          words={words}
          corner={box}
          size={size}
          onSize={resize}
          onKey={onGripKey}
          onLeave={onLeave}
        />
      )}
    </>
  );
}

interface FieldProps extends ComposedFieldProps {
  readonly renderField: TextOverlayProps['renderField'];
  readonly open: OpenText;
}

/** The field of the application, or the plain one. */
const Field = ({ renderField, open, ...written }: FieldProps): ReactNode =>
  renderField ? renderField(written, open) : <ComposedField {...written} />;

const within = (value: number, room: number): number => Math.max(MARGIN, Math.min(value, room - MARGIN));

function boxOnCard({ scene }: Editor, node: FlowNode, { box }: FieldPlace): Box {
  const { x, y } = scene.positionOf(node);
  return { ...box, x: box.x + x, y: box.y + y };
}

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

/**
 * The text field over the painted text that `editor.editing` names; nothing while it names none. What is typed goes into the document at
 * once, an unfinished syllable of an IME when it is finished. Escape and Enter close it, Tab goes on to the card's next text.
 */
export function TextOverlay(props: TextOverlayProps) {
  const { editor } = props;
  const field = useEditorValue(editor, () => editor.editing);
  if (!field) return null;
  return (
    <ViewportLayer editor={editor}>
      <OpenField key={`${field.nodeId} ${field.rowId ?? ''} ${field.name}`} {...props} field={field} />
    </ViewportLayer>
  );
}
