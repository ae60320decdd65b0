import {
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { walk } from '../../../actions';
import { numberWords, type MentionedNode, type NodeKinds } from '../../../engine';
import { classNames } from '../../../ui/classNames';
import { kindWord } from '../accessible/nodeName';
import { wordMatch } from '../commandBar/wordMatch';
import styles from './MentionList.module.css';

/** A person looks through this many at most; typing finds the others. */
const SHOWN_MAX = 8;

/** The keys that the field passes on while the list is open. */
export interface MentionKeys {
  /** Returns whether the key was the list's. */
  readonly take: (event: KeyboardEvent) => boolean;
}

interface MentionListProps {
  readonly kinds: NodeKinds;
  readonly id: string;
  /** The letters after the '@': they find titles as the command bar does. */
  readonly query: string;
  readonly all: readonly MentionedNode[];
  readonly className: string;
  readonly style?: CSSProperties;
  readonly onChoose: (chosen: MentionedNode) => void;
  /** Called with the id of the element that is marked; null when there is none. */
  readonly onMark: (optionId: string | null) => void;
  readonly ref: Ref<MentionKeys>;
}

/** List of nodes that a text may mention, at its field: arrows with Enter or Tab, the mouse and a finger choose. */
export default function MentionList({
  kinds,
  id,
  query,
  all,
  className,
  style,
  onChoose,
  onMark,
  ref,
}: MentionListProps) {
  const { t } = useTranslation();
  const [marked, setMarked] = useState({ query, at: 0 });
  const match = wordMatch(query);
  const titleOf = ({ title, node }: MentionedNode): string =>
    title === '' && node ? kindWord(kinds, node.type, t) : title;
  const shown = all
    .flatMap((each) => {
      const rank = query !== '' && numberWords(each) === query ? 0 : match(titleOf(each));
      return rank === null ? [] : [{ each, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, SHOWN_MAX)
    .map(({ each }) => each);
  const at = Math.min(marked.query === query ? marked.at : 0, shown.length - 1);
  const optionId = (place: number): string => `${id}-${place}`;
  const markedId = shown.length > 0 ? optionId(at) : null;

  const take = (event: KeyboardEvent): boolean => {
    const chosen = shown[at];
    if (!chosen) return false;
    const list = { at, count: shown.length, down: 1, isRound: true, hasEnds: false };
    if ((event.key !== 'Enter' && event.key !== 'Tab') || event.shiftKey)
      return walk(event, { ...list, go: (to) => setMarked({ query, at: to }) });
    onChoose(chosen);
    return true;
  };
  useImperativeHandle(ref, () => ({ take }));
  useLayoutEffect(() => {
    onMark(markedId);
    return () => onMark(null);
  }, [markedId, onMark]);

  if (shown.length === 0 && query !== '') return null;
  if (shown.length === 0) {
    return (
      <p className={classNames(styles.list, styles.none, className)} style={style} role="status">
        {t('mention.none')}
      </p>
    );
  }
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('mention.list')}
      className={classNames(styles.list, className)}
      style={style}
      // The field keeps the focus, and the composition in it.
      onPointerDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {shown.map((each, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
        <div
          key={each.nodeId}
          id={optionId(place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === at}
          className={styles.option}
          onClick={() => onChoose(each)}
        >
          <span className={each.isPicture ? styles.picture : styles.words} aria-hidden={each.number === null}>
            {numberWords(each)}
          </span>
          <span className={styles.title}>{titleOf(each)}</span>
        </div>
      ))}
    </div>
  );
}
