import { observer } from 'mobx-react-lite';
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import {
  editShown,
  keptText,
  mentionable,
  mentionAt,
  mentionsOf,
  numberWords,
  showText,
  type MentionedNode,
  type ShownText,
} from '../../../engine';
import { ComposedField, type ComposedFieldProps, type FieldElement } from '../../../engine/konva';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { LazyPart } from '../../../ui/LazyPart';
import { kindWord } from '../accessible/nodeName';
import type { MentionKeys } from './MentionList';

/** Longest query; a text that goes on after an '@' is no query any more. */
const CHARACTERS_MAX = 24;

/** An unfinished mention: the place of its '@', and the letters up to the caret. */
interface MentionQuery {
  readonly start: number;
  readonly words: string;
}

/** Returns the mention that is being written at the caret; null when there is none. An '@' inside a word, as in an address, begins none. */
function mentionQuery({ text, marks }: ShownText, caret: number): MentionQuery | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  const words = before.slice(start + 1);
  if (start < 0 || words.length > CHARACTERS_MAX || /\s/u.test(words)) return null;
  if (/[\p{L}\p{N}]$/u.test(before.slice(0, start))) return null;
  return marks.some((mark) => mark.start <= start && start < mark.end) ? null : { start, words };
}

const loadList = () => import('./MentionList');

interface MentionFieldProps extends Omit<ComposedFieldProps, 'list' | 'onSelect'> {
  readonly flow: FlowStore;
  readonly nodeId: string;
  /** Look and place of the list of mentions. */
  readonly listClassName: string;
  readonly listStyle?: CSSProperties;
}

/**
 * A text field that shows mentions by their titles, and offers what can be mentioned once an '@' is typed. `text` and `onText` have the
 * text as the document keeps it, `@{nodeId}` for a mention.
 */
export const MentionField = observer(function MentionField(props: MentionFieldProps) {
  const { flow, nodeId, listClassName, listStyle, text, onText, onKey, ref, ...rest } = props;
  const { t } = useTranslation();
  const listId = useId();
  const field = useRef<FieldElement>(null);
  const keys = useRef<MentionKeys>(null);
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const [markedId, setMarkedId] = useState<string | null>(null);
  /** Place of the '@' whose list Escape has closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const isOpen = query !== null && query.start !== closedAt;
  // Titles and numbers are other nodes': a field without any is its own node's alone.
  if (isOpen || text.includes('@{')) void flow.version;
  const { document } = flow.editor;

  const wordsFor = (mentioned: MentionedNode): string => {
    const { node, title } = mentioned;
    if (title !== '') return `@${title}`;
    return `@${numberWords(mentioned) ?? (node ? kindWord(document.kinds, node.type, t) : t('mention.gone'))}`;
  };
  const mentionedBy = mentionsOf(document, nodeId);
  const shown = showText(text, (id) => wordsFor(mentionedBy(id)));
  /** The text of the field: ahead of the rendered one while a key and a composition end together, behind it under a composition. */
  const latest = useRef(shown);
  const caret = useRef<number | null>(null);
  useImperativeHandle<FieldElement | null, FieldElement | null>(ref, () => field.current);
  useLayoutEffect(() => {
    if (field.current?.value === shown.text) latest.current = shown;
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const edited = (element: FieldElement) =>
    editShown(latest.current, element.value, element.selectionStart ?? element.value.length);
  const look = (): void => {
    const element = field.current;
    if (!element) return;
    const next = edited(element);
    const found = element.selectionStart === element.selectionEnd ? mentionQuery(next, next.caret) : null;
    setQuery(found);
    if (found?.start !== closedAt) setClosedAt(null);
  };
  const write = (written: string): void => {
    const element = field.current;
    const before = keptText(latest.current);
    if (!element) {
      onText(keptText(editShown(latest.current, written, written.length)), before);
      return;
    }
    const next = edited(element);
    // The rest of a mention was removed too: the caret stays where it was.
    if (next.text !== written) caret.current = next.caret;
    latest.current = next;
    onText(keptText(next), before);
    // A text that has come under a composition is taken over now, though what was composed may not alter it.
    if (next.text !== shown.text) renderAgain();
    look();
  };
  const choose = (mentioned: MentionedNode): void => {
    const element = field.current;
    if (!element || !query) return;
    const words = wordsFor(mentioned);
    const before = keptText(latest.current);
    const typed = edited(element);
    const end = query.start + 1 + query.words.length;
    const next = mentionAt(typed, query.start, end, mentioned.nodeId, words);
    latest.current = next;
    caret.current = query.start + words.length;
    setQuery(null);
    // A composition ends by it.
    element.value = next.text;
    element.setSelectionRange(caret.current, caret.current);
    onText(keptText(next), before);
  };
  const takeKey = (event: KeyboardEvent<FieldElement>): void => {
    if (isOpen && event.key === 'Escape' && markedId !== null) setClosedAt(query.start);
    else if (!isOpen || keys.current?.take(event) !== true) {
      onKey(event);
      return;
    }
    event.preventDefault();
  };

  return (
    <>
      <ComposedField
        {...rest}
        ref={field}
        text={shown.text}
        onText={write}
        onKey={takeKey}
        onSelect={look}
        list={{ id: listId, markedId: isOpen ? markedId : null }}
      />
      {isOpen && (
        <LazyPart
          load={loadList}
          props={{
            ref: keys,
            kinds: document.kinds,
            id: listId,
            query: query.words,
            all: mentionable(document, nodeId),
            className: listClassName,
            style: listStyle,
            onChoose: choose,
            onMark: setMarkedId,
          }}
          // The text goes on without the list.
          onMissing={() => setClosedAt(query.start)}
        />
      )}
    </>
  );
});
