import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState, type CSSProperties, type KeyboardEvent, Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, CHOOSE_COMPARED_ACTIONS, COMPARE_ACTIONS, type CompareTarget } from '../../../../actions';
import type { Take } from '../../../../api/contractTakes';
import type { Editor } from '../../../../engine';
import { ActionTool } from '../../../../ui/ActionTool';
import { classNames } from '../../../../ui/classNames';
import { CloseButton } from '../../../../ui/CloseButton';
import { Icon } from '../../../../ui/Icon';
import { useModalDialog } from '../../../../ui/Modal';
import { MarkedWords } from '../../../../ui/words/MarkedWords';
import { actionOfKey } from '../../tool/actionOfKey';
import { pressAction } from '../../../../ui/pressAction';
import { TakePicture } from '../TakePicture';
import { costWords, settingsWords, wordsOfTake } from '../takeWords';
import styles from './CompareTakes.module.css';
import { useChoices } from './useChoices';
import { useLinkedView } from './useLinkedView';

interface RecipeDifferencesProps {
  readonly take: Take;
  /** The takes it is compared with. */
  readonly others: readonly Take[];
}

/**
 * The words of a take, with those marked that another compared one lacks; its model, settings and cost, marked where
 * another's differ.
 */
function RecipeDifferences({ take, others }: RecipeDifferencesProps) {
  const { t, i18n } = useTranslation();
  const text = wordsOfTake(take);
  const facts: readonly ((of: Take) => string)[] = [
    ({ recipe, model }) => recipe?.model ?? model ?? `${t('takes.model')} ${t('takes.unknown')}`,
    (of) => settingsWords(of, t),
    (of) => `${t('takes.cost')} ${costWords(of, i18n)}`,
  ];
  return (
    <div className={styles.recipe}>
      <p>{text === '' ? t('takes.noWords') : <MarkedWords text={text} others={others.map(wordsOfTake)} />}</p>
      <p className={styles.facts}>
        {facts.map((fact, index) => {
          const own = fact(take);
          const isAlike = others.every((other) => fact(other) === own);
          // oxlint-disable-next-line react/no-array-index-key -- they are always the same three
          return <Fragment key={index}>{isAlike ? <span>{own}</span> : <mark>{own}</mark>}</Fragment>;
        })}
      </p>
    </div>
  );
}

/** The strip's small version, which is there already, until the larger one has been made and has come. */
function ComparedPicture({ url }: { readonly url: string }) {
  const [isThere, setIsThere] = useState(false);
  return (
    <>
      {!isThere && (
        <div className={styles.soon}>
          <TakePicture url={url} size={256} alt="" />
        </div>
      )}
      <TakePicture url={url} size={1024} alt="" onSettled={() => setIsThere(true)} />
    </>
  );
}

const MODES = ['side', 'wipe', 'difference'] as const;
type Mode = (typeof MODES)[number];

const MODE_WORDS = { side: 'compare.side', wipe: 'compare.wipe', difference: 'compare.difference' } as const;
const ICONS = { zoomOut: 'minus', zoomIn: 'plus', whole: 'fit' } as const;
/** A key that stays down zooms again and again, a button once a press. */
const KEY_ZOOM = 1.25;
const BUTTON_ZOOM = 1.5;

interface CompareTakesProps {
  readonly editor: Editor;
  /** Two to nine, as they were when it opened: each keeps its number, whatever comes and goes meanwhile. */
  readonly takes: readonly Take[];
  /** The take's present state; undefined for a deleted one. */
  readonly current: (take: Take) => Take | undefined;
  readonly chosenId: number | undefined;
  readonly onChoose: (take: Take) => void;
  readonly onClose: () => void;
}

/** Several takes with one view for all: side by side, and two of them over one another. Keys 1 to 9 choose. */
const CompareTakes = observer(function CompareTakes(props: CompareTakesProps) {
  const { editor, current, chosenId, onChoose, onClose } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const dialog = useModalDialog(onClose);
  const { choose, undo, redo } = useChoices(editor, onChoose);
  const [opened] = useState(props.takes);
  const takes = opened.flatMap((take) => current(take) ?? []);
  const numberOf = ({ id }: Take): number => opened.findIndex((take) => take.id === id) + 1;
  const isOver = takes.length < 2;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  const [mode, setMode] = useState<Mode>('side');
  const [share, setShare] = useState(50);
  const { view, pane, panBy, zoomBy, showWhole } = useLinkedView(dialog.ref);
  const targetOf = (step: number): CompareTarget => ({
    zoomBy,
    step,
    showWhole,
    panBy,
    choose: (number) => {
      const take = takes.find((each) => numberOf(each) === number);
      if (take) choose(take);
    },
  });
  const [first, second] = takes;
  // Words are compared by their words alone.
  const isOfWords = first?.text !== undefined;
  const isPair = takes.length === 2 && !isOfWords;
  const look: CSSProperties = {
    transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.zoom})`,
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const travel = actionOfKey([undo, redo], event);
    if (travel) {
      event.preventDefault();
      pressAction(travel, null);
      return;
    }
    if (event.target instanceof HTMLInputElement) return;
    // Words have no view that is moved: the arrows scroll them.
    const ofView = isOfWords ? [] : Object.values(COMPARE_ACTIONS);
    const action = actionOfKey([...ofView, ...CHOOSE_COMPARED_ACTIONS], event);
    if (!action) return;
    event.preventDefault();
    action.run(targetOf(KEY_ZOOM));
  };
  const picture = (take: Take | undefined) =>
    take && (
      <div className={styles.view} style={look}>
        <ComparedPicture url={take.url} />
      </div>
    );

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog hears the keys of what is in it
    <dialog {...dialog} className={styles.dialog} aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <h2 id={titleId}>{t('compare.title', { count: takes.length })}</h2>
        {isPair && (
          <div role="group" aria-label={t('compare.mode')} className={styles.modes}>
            {MODES.map((each) => (
              <button key={each} type="button" aria-pressed={mode === each} onClick={() => setMode(each)}>
                {t(MODE_WORDS[each])}
              </button>
            ))}
          </div>
        )}
        <span className={styles.tools}>
          <ActionTool action={undo} icon="undo" />
          <ActionTool action={redo} icon="redo" />
        </span>
        {!isOfWords && (
          <span className={styles.tools}>
            {(['zoomOut', 'zoomIn', 'whole'] as const).map((name) => (
              <ActionTool
                key={name}
                action={bindAction(COMPARE_ACTIONS[name], targetOf(BUTTON_ZOOM))}
                icon={ICONS[name]}
              />
            ))}
          </span>
        )}
        <CloseButton onClose={onClose} />
      </header>
      {mode !== 'side' && isPair && (
        <div className={styles.over}>
          <div className={styles.pane} {...pane}>
            <div className={styles.layer}>{picture(first)}</div>
            <div
              className={classNames(styles.layer, mode === 'difference' && styles.difference)}
              style={mode === 'wipe' ? { clipPath: `inset(0 0 0 ${share}%)` } : undefined}
            >
              {picture(second)}
            </div>
            {mode === 'wipe' && <span className={styles.edge} style={{ left: `${share}%` }} aria-hidden="true" />}
          </div>
          {mode === 'wipe' && (
            <input
              type="range"
              min={0}
              max={100}
              value={share}
              aria-label={t('compare.share')}
              onChange={(event) => setShare(Number(event.currentTarget.value))}
            />
          )}
        </div>
      )}
      <ul className={classNames(styles.grid, mode !== 'side' && styles.isSmall)} data-count={takes.length}>
        {takes.map((take) => (
          <li key={take.id} className={classNames(styles.entry, take.id === chosenId && styles.chosen)}>
            {isOfWords && <ComparedWords take={take} others={takes.filter((other) => other !== take)} />}
            {mode === 'side' && !isOfWords && (
              <div className={styles.pane} {...pane}>
                {picture(take)}
              </div>
            )}
            <button
              type="button"
              className={styles.choose}
              aria-label={t('compare.choose', { number: numberOf(take) })}
              aria-pressed={take.id === chosenId}
              aria-keyshortcuts={String(numberOf(take))}
              onClick={() => CHOOSE_COMPARED_ACTIONS[numberOf(take) - 1]?.run(targetOf(BUTTON_ZOOM))}
            >
              <kbd>{numberOf(take)}</kbd>
              {take.id === chosenId ? (
                <>
                  <Icon name="check" size={16} />
                  {t('takes.chosen')}
                </>
              ) : (
                t('takes.choose')
              )}
            </button>
            <RecipeDifferences take={take} others={takes.filter((other) => other !== take)} />
          </li>
        ))}
      </ul>
    </dialog>
  );
});

/** A text, those of its words marked that another one has not. */
const ComparedWords = ({ take, others }: { readonly take: Take; readonly others: readonly Take[] }) => (
  <p className={styles.text}>
    <MarkedWords text={take.text ?? ''} others={others.map(({ text = '' }) => text)} />
  </p>
);

export default CompareTakes;
