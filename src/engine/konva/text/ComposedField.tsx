import {
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { rebaseText } from '../../document/rebaseText';
import { isComposing } from '../input/isComposing';

export type FieldElement = HTMLTextAreaElement | HTMLInputElement;

export interface ComposedFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly isMultiline: boolean;
  /** Its text is read and copied, never written. */
  readonly isReadOnly?: boolean;
  readonly className: string;
  readonly style: CSSProperties;
  /** The document's text. */
  readonly text: string;
  /** Takes the written text, and the one that it was written in: the document's may have changed since, under a composition. */
  readonly onText: (text: string, before: string) => void;
  readonly ref?: Ref<FieldElement>;
  /** The focus has moved to another element, or to none. */
  readonly onLeave: (event: FocusEvent) => void;
  /** A key outside of a composition; nothing else has received it. */
  readonly onKey: (event: KeyboardEvent<FieldElement>) => void;
  /** The caret or the selection has moved. */
  readonly onSelect?: () => void;
  /** The list that completes what is typed, while there is one, and the id of its marked element. */
  readonly list?: { readonly id: string; readonly markedId: string | null };
}

/** A text field keeps the wheel only for its own scrolling; zooming and panning stay the canvas's. */
function keepOwnWheel(event: WheelEvent): void {
  const field = event.currentTarget;
  if (!(field instanceof HTMLElement) || event.ctrlKey || event.metaKey) return;
  const room = event.deltaY < 0 ? field.scrollTop : field.scrollHeight - field.clientHeight - field.scrollTop;
  if (event.deltaY !== 0 && room > 1) event.stopPropagation();
}

/**
 * A text field that passes on text as it is typed, except inside an IME composition: an unfinished syllable belongs to the IME. It is
 * passed on when the composition ends, or when the field is left or removed; until then nothing from outside writes into the field.
 */
export function ComposedField({
  isMultiline,
  isReadOnly = false,
  text,
  onText,
  onLeave,
  onKey,
  label,
  list,
  ref,
  ...rest
}: ComposedFieldProps) {
  const field = useRef<FieldElement>(null);
  const isUnfinished = useRef(false);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  /** The field's text when it was passed on last, or taken from the document. */
  const before = useRef(text);
  const passOn = ({ value }: FieldElement): void => {
    // The text that has come meanwhile is shown, though what was written may not alter it.
    if (isUnfinished.current) renderAgain();
    isUnfinished.current = false;
    const writtenIn = before.current;
    before.current = value;
    onText(value, writtenIn);
  };
  const passOnNow = useRef(passOn);
  useLayoutEffect(() => {
    passOnNow.current = passOn;
  });

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return undefined;
    element.focus({ preventScroll: true });
    // A person reads a finished text from its beginning.
    const at = element.readOnly ? 0 : element.value.length;
    element.setSelectionRange(at, at);
    return () => {
      if (isUnfinished.current) passOnNow.current(element);
    };
  }, []);

  useEffect(() => {
    const element: HTMLElement | null = field.current;
    element?.addEventListener('wheel', keepOwnWheel);
    return () => element?.removeEventListener('wheel', keepOwnWheel);
  }, []);

  // Undo, another tab or the server changed the text underneath.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || isUnfinished.current) return;
    const { value, selectionEnd } = element;
    if (value !== text) {
      element.value = text;
      const { caret } = rebaseText(value, value, element.value, selectionEnd ?? value.length);
      element.setSelectionRange(caret, caret);
    }
    before.current = element.value;
  });

  const handlers = {
    onChange: (event: { readonly currentTarget: FieldElement }) => {
      if (!isUnfinished.current) passOn(event.currentTarget);
    },
    onCompositionStart: () => {
      isUnfinished.current = true;
    },
    onCompositionEnd: (event: { readonly currentTarget: FieldElement }) => {
      passOn(event.currentTarget);
    },
    onBlur: (event: FocusEvent<FieldElement>) => {
      passOn(event.currentTarget);
      onLeave(event);
    },
    onKeyDown: (event: KeyboardEvent<FieldElement>) => {
      event.stopPropagation();
      if (isComposing(event.nativeEvent)) return;
      onKey(event);
    },
  };
  const attach = (element: FieldElement | null): void => {
    field.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };

  const attributes = {
    ...rest,
    ...handlers,
    ...(list && {
      'aria-autocomplete': 'list' as const,
      'aria-controls': list.markedId === null ? undefined : list.id,
      'aria-activedescendant': list.markedId ?? undefined,
    }),
    ref: attach,
    'aria-label': label,
    readOnly: isReadOnly,
    spellCheck: false,
  };
  return isMultiline ? <textarea {...attributes} defaultValue={text} /> : <input {...attributes} defaultValue={text} />;
}
