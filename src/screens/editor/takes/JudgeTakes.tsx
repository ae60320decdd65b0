import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, DIALOG_ACTIONS, RATE_ACTIONS, walk, WALK_ACTIONS } from '../../../actions';
import type { Take } from '../../../api/contractTakes';
import type { Rating } from '../../../stores/takes/RatingSender';
import { ActionButton } from '../../../ui/ActionButton';
import { ActionTool } from '../../../ui/ActionTool';
import { CloseButton } from '../../../ui/CloseButton';
import { useModalDialog } from '../../../ui/Modal';
import { useStores } from '../../StoresContext';
import { useSwipe } from '../pictures/useSwipe';
import styles from './JudgeTakes.module.css';
import { ownStep } from './ownStep';
import { Stars } from './Stars';
import { actionOfKey } from '../tool/actionOfKey';
import { TakeResult } from './TakePicture';
import { originWords, wordsOfTake, sayRating } from './takeWords';

const SIZE = 1024;
/** Pictures decoded ahead: a key held down shows some thirty a second. */
const AHEAD = 6;
const BEHIND = 2;

interface Judgement {
  /** The take as it was before. */
  readonly take: Take;
  readonly rating: Rating;
}

interface OlderTakes {
  /** True after a reading that failed, which is repeated only when a person asks. */
  readonly isFailed: boolean;
  readonly read: () => void;
}

interface JudgeTakesProps {
  /** Those at the opening stay where they are, also where the filter leaves one out; older ones may come after them. */
  readonly takes: readonly Take[];
  /** Given while there are older takes than these. */
  readonly older?: OlderTakes | undefined;
  /** The take's present state; undefined for a deleted one. */
  readonly current: (take: Take) => Take | undefined;
  readonly onRate: (take: Take, rating: Rating) => void;
  readonly onClose: () => void;
}

/** One picture or text after another over the whole window, judged by keys, by mouse or by a finger. */
const JudgeTakes = observer(function JudgeTakes({ takes, older, current, onRate, onClose }: JudgeTakesProps) {
  const { t } = useTranslation();
  const { api } = useStores();
  const dialog = useModalDialog(onClose);
  // No button has the focus at first: Space shows the next one, and presses a button only where somebody went to it.
  useEffect(() => dialog.ref.current?.focus(), [dialog.ref]);
  const [all, setAll] = useState(takes);
  const [given, setGiven] = useState(takes);
  if (given !== takes) {
    setGiven(takes);
    setAll(withOlder(all, takes));
  }
  const [index, setIndex] = useState(0);
  const [judged, setJudged] = useState<readonly Judgement[]>([]);
  const [undone, setUndone] = useState<readonly Judgement[]>([]);
  const shown = all[index];
  const take = shown && current(shown);

  useEffect(() => {
    if (older && !older.isFailed && index + AHEAD >= all.length) older.read();
  }, [older, index, all]);

  const near = useRef(new Map<string, HTMLImageElement>());
  useEffect(() => {
    const urls = all
      .slice(Math.max(0, index - BEHIND), index + AHEAD + 1)
      .flatMap(({ url, text }) => (text === undefined ? api.files.smallUrl(url, SIZE) : []));
    for (const url of urls) if (!near.current.has(url)) near.current.set(url, decoded(url));
    for (const url of near.current.keys()) if (!urls.includes(url)) near.current.delete(url);
  }, [all, index, api]);

  const step = (by: number): void => setIndex((now) => Math.max(0, Math.min(now + by, all.length - 1)));
  const row = { at: index, count: all.length, across: 1, go: setIndex };
  const rate = (one: Take, rating: Rating, goesOn: boolean): void => {
    setJudged([...judged, { take: one, rating }]);
    setUndone([]);
    sayRating(rating);
    onRate(one, rating);
    if (goesOn) step(1);
  };
  /** Gives a judged take a rating again, unless it was deleted, and shows it. */
  const rateAgain = (one: Take, rating: Rating): void => {
    const now = current(one);
    if (now) {
      onRate(now, rating);
      sayRating(rating);
    }
    setIndex(all.findIndex(({ id }) => id === one.id));
  };
  const [lastJudged, lastUndone] = [judged.at(-1), undone.at(-1)];
  const undo = ownStep(
    'undo',
    () => lastJudged !== undefined,
    () => {
      if (!lastJudged) return;
      setJudged(judged.slice(0, -1));
      setUndone([...undone, lastJudged]);
      rateAgain(lastJudged.take, lastJudged.take.rating);
    },
  );
  const redo = ownStep(
    'redo',
    () => lastUndone !== undefined,
    () => {
      if (!lastUndone) return;
      setUndone(undone.slice(0, -1));
      setJudged([...judged, lastUndone]);
      rateAgain(lastUndone.take, lastUndone.rating);
    },
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const rating = actionOfKey(RATE_ACTIONS, event)?.rating;
    const travel = actionOfKey([undo, redo], event);
    const { altKey, ctrlKey, metaKey } = event;
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
    // A key that is held judges one: the next picture would be judged unseen.
    if (take && rating !== undefined) {
      if (!event.repeat) rate(take, rating, true);
    } else if (travel) travel.run(null);
    else if (!walk({ key: event.key === ' ' ? 'ArrowRight' : event.key, altKey, ctrlKey, metaKey }, row)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const swipe = useSwipe(step);
  /** A button pressed by a mouse or a finger gives the focus back: Space is not to press it again. */
  const takeFocus = (): void => dialog.ref.current?.focus();
  /** The button goes with the press. */
  const readAgain = ({ read }: OlderTakes): void => {
    takeFocus();
    read();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog hears the keys of what is in it
    <dialog
      {...dialog}
      {...swipe}
      className={styles.dialog}
      aria-label={t('takes.judge')}
      tabIndex={-1}
      data-testid="judge"
      onMouseUp={takeFocus}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        <p role="status" className={styles.place}>
          {older ? index + 1 : t('node.pictureOf', { number: index + 1, count: all.length })}
          {older?.isFailed && ` · ${t('library.failed')}`}
        </p>
        {older?.isFailed && <ActionButton action={DIALOG_ACTIONS.tryAgain} target={() => readAgain(older)} />}
        <CloseButton onClose={onClose} />
      </header>
      <div className={styles.stage}>
        {take ? (
          <TakeResult key={take.id} take={take} size={SIZE} isDecoded alt={wordsOfTake(take) || t('takes.noWords')} />
        ) : (
          <p>{t('library.gone')}</p>
        )}
      </div>
      <footer className={styles.footer}>
        <ActionTool
          action={bindAction(WALK_ACTIONS.previous, row)}
          icon="chevron"
          label={t('node.previousPicture')}
          className={styles.previous}
        />
        <div className={styles.judging}>
          {take && <Stars rating={take.rating} onRate={(rating) => rate(take, rating, false)} />}
          {take && <p className={styles.origin}>{originWords(take, t)}</p>}
        </div>
        <ActionTool action={undo} icon="undo" />
        <ActionTool action={redo} icon="redo" />
        <ActionTool
          action={bindAction(WALK_ACTIONS.next, row)}
          icon="chevron"
          label={t('node.nextPicture')}
          className={styles.next}
        />
      </footer>
      <p className={styles.keys}>{t('library.judgeKeys')}</p>
    </dialog>
  );
});

/** The same list, with those takes after it that are older than its last one. */
function withOlder(known: readonly Take[], takes: readonly Take[]): readonly Take[] {
  const ids = new Set(known.map(({ id }) => id));
  const end = known.at(-1)?.id ?? 0;
  const older = takes.filter(({ id }) => id < end && !ids.has(id));
  return older.length > 0 ? [...known, ...older] : known;
}

/** A decoded picture, which shows at once as long as this object is held. */
function decoded(url: string): HTMLImageElement {
  const picture = new Image();
  picture.src = url;
  // A picture that cannot be decoded is reported where it is shown.
  picture.decode().catch(() => undefined);
  return picture;
}

export default JudgeTakes;
