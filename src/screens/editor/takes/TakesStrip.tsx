import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Take } from '../../../api/contractTakes';
import type { Editor } from '../../../engine';
import type { Rating } from '../../../stores/takes/RatingSender';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { notify } from '../../../ui/toasts/notify';
import { useEditorValue } from '../useEditorValue';
import { sayRating } from './sayRating';
import { isPlainKey, ratingOfKey } from './takeKeys';
import { TakeOption } from './TakeOption';
import { TakeRecipe } from './TakeRecipe';
import { TakeTools } from './TakeTools';
import styles from './TakesStrip.module.css';
import { usePlaceAtNode } from './usePlaceAtNode';

const CompareTakes = lazy(() => import('./compare/CompareTakes'));

const REJECTED = -1;
/** More pictures beside one another are too small to be told apart. */
const COMPARED_MAX = 9;

interface TakesStripProps {
  readonly editor: Editor;
  readonly takes: TakesStore;
  readonly nodeId: string;
  /** Changes when the person asks for the strip: the focus comes to it. */
  readonly asked: number;
  readonly onFold: () => void;
}

/** The finished pictures of one node, the newest first: what made each, and the one that the card shows. */
const TakesStrip = observer(function TakesStrip({ editor, takes, nodeId, asked, onFold }: TakesStripProps) {
  const { t } = useTranslation();
  const [titleId, keysId] = [useId(), useId()];
  const [now] = useState(() => new Date());
  const panel = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const value = useEditorValue(editor, 'document', ({ document }) => document.node(nodeId)?.data.value);
  const all = takes.of(nodeId);
  const chosen = all.find(({ url }) => url === value) ?? null;
  const [activeId, setActiveId] = useState<number | null>(null);
  const active = all.find(({ id }) => id === activeId) ?? chosen ?? all[0] ?? null;
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [isComparing, setIsComparing] = useState(false);
  // Those that are marked, else the newest ones.
  const picked = all.filter(({ id }) => marked.has(id));
  const compared = (picked.length > 1 ? picked : all.filter(({ rating }) => rating !== REJECTED)).slice(
    0,
    COMPARED_MAX,
  );
  const removed = takes.removed.filter((take) => take.nodeId === nodeId).length;
  usePlaceAtNode(panel, editor, nodeId);

  useEffect(() => void takes.loadNode(nodeId), [takes, nodeId]);

  const focusTake = (id: number | undefined): void =>
    list.current?.querySelector<HTMLElement>(`[data-take-id="${id}"]`)?.focus();
  const begin = useRef(() => focusTake(active?.id));
  useLayoutEffect(() => {
    if (asked > 0) begin.current();
  }, [asked]);

  const choose = (take: Take): void => {
    setActiveId(take.id);
    takes.choose(take);
  };
  const rate = (take: Take, rating: Rating): void => {
    void takes.rate(take, rating);
    sayRating(rating);
  };
  const remove = (take: Take): void => {
    const index = all.indexOf(take);
    const next = all[index + 1] ?? all[index - 1];
    setActiveId(next?.id ?? null);
    // What has the focus goes: it stays in the strip.
    if (next) focusTake(next.id);
    else panel.current?.focus();
    void takes.remove(take);
  };
  const mark = ({ id }: Take): void => {
    setMarked((now) => (now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set([...now, id])));
  };
  const stepTo = (index: number): void => focusTake(all[Math.max(0, Math.min(index, all.length - 1))]?.id);

  const onListKey = (event: KeyboardEvent): void => {
    if (!active) return;
    const index = all.indexOf(active);
    const rating = ratingOfKey(event);
    if (rating !== undefined) rate(active, rating);
    else if (!isPlainKey(event)) return;
    else if (event.key === 'ArrowRight') stepTo(index + 1);
    else if (event.key === 'ArrowLeft') stepTo(index - 1);
    else if (event.key === 'Home') stepTo(0);
    else if (event.key === 'End') stepTo(all.length - 1);
    else if (event.key === 'Enter' || event.key === ' ') choose(active);
    else if (event.code === 'KeyC') mark(active);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(active);
    else return;
    event.preventDefault();
  };
  const onPanelKey = (event: KeyboardEvent): void => {
    // What a dialog over the strip hears is not the strip's.
    if (event.target instanceof Element && event.target.closest('dialog')) return;
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.code === 'KeyZ';
    if (event.key === 'Escape') onFold();
    else if (isUndo && removed > 0) void takes.restore();
    else if (isUndo) editor.undo();
    else return;
    event.preventDefault();
    // The canvas hears an undo from everywhere, and would do it once more.
    event.stopPropagation();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of what is in it
    <section
      ref={panel}
      className={styles.panel}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-testid="takes-strip"
      onKeyDown={onPanelKey}
    >
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {t('takes.stripCount', { count: all.length })}
        </h2>
        <span className={styles.side}>
          <IconButton
            icon="compare"
            label={t('compare.open', { count: compared.length })}
            aria-haspopup="dialog"
            aria-disabled={compared.length < 2 || undefined}
            aria-description={compared.length < 2 ? t('compare.needsTwo') : undefined}
            onClick={() => {
              if (compared.length > 1) setIsComparing(true);
              else notify({ variant: 'info', titleKey: 'compare.needsTwo' });
            }}
          />
          <IconButton icon="close" label={t('takes.fold')} onClick={onFold} />
        </span>
      </header>
      <div
        ref={list}
        role="listbox"
        tabIndex={-1}
        aria-label={t('takes.strip')}
        aria-orientation="horizontal"
        aria-describedby={keysId}
        className={styles.list}
        onKeyDown={onListKey}
      >
        {all.map((take, index) => (
          <TakeOption
            key={take.id}
            take={take}
            number={all.length - index}
            isChosen={take === chosen}
            isActive={take === active}
            isMarked={marked.has(take.id)}
            now={now}
            onChoose={() => choose(take)}
            onFocus={() => setActiveId(take.id)}
          />
        ))}
      </div>
      <span id={keysId} hidden>
        {t('takes.keys')}
      </span>
      {removed > 0 && (
        <p className={styles.removed}>
          {t('takes.deleted', { count: removed })}
          <Button look="quiet" onClick={() => void takes.restore()}>
            {t('takes.undoDelete')}
          </Button>
        </p>
      )}
      {active && (
        <>
          <TakeTools
            editor={editor}
            take={active}
            isChosen={active === chosen}
            onChoose={() => choose(active)}
            isMarked={marked.has(active.id)}
            onMark={() => mark(active)}
            onRate={(rating) => rate(active, rating)}
            onUseSettings={() => takes.useSettings(active)}
            onRemove={() => remove(active)}
          />
          <TakeRecipe take={active} now={now} />
        </>
      )}
      {isComparing && compared.length > 1 && (
        <Suspense>
          <CompareTakes
            takes={compared}
            chosenUrl={value}
            onChoose={(take) => takes.choose(take)}
            onClose={() => setIsComparing(false)}
          />
        </Suspense>
      )}
    </section>
  );
});

export default TakesStrip;
