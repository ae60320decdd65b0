import { observer } from 'mobx-react-lite';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ANSWER_ACTIONS, type WritingTarget } from '../../../actions';
import { chooseLanguage } from '../../../i18n/languages';
import type { Conversion } from '../../../stores/Conversion';
import type { OpenEditor } from '../../../stores/EditorSession';
import type { Writing, WritingSuggestion } from '../../../stores/Writing';
import { ActionButton } from '../../../ui/ActionButton';
import { failureSentence } from '../../../ui/failureSentence';
import { announce } from '../../../ui/live/announce';
import { MarkedWords } from '../../../ui/words/MarkedWords';
import { Modal } from '../../../ui/Modal';
import styles from './SuggestedWords.module.css';

const { leaveWords, writeAgain, addLists, addText, useWords } = ANSWER_ACTIONS;

interface SuggestedWordsProps {
  readonly writing: Writing;
  readonly conversion: Pick<Conversion, 'convertToCategory'>;
  /** Called with the node that now has the words, after the dialog has closed. */
  readonly onTaken: (nodeId: string) => void;
}

/** The text model's words beside their source, with the choice to use them or not. */
export const SuggestedWords = observer(function SuggestedWords({ writing, conversion, onTaken }: SuggestedWordsProps) {
  const { t } = useTranslation();
  const { suggestion } = writing;
  if (!suggestion) return null;
  const { task, state } = suggestion;
  const isImproved = task === 'improve';
  const isGone = state === 'gone';
  // A description needs its picture no more.
  const isUsable = state === 'written' || (isGone && !isImproved && suggestion.text !== '');
  const isSame = isImproved && state === 'written' && suggestion.text === suggestion.from.trim();
  const take = (asLists: boolean): void => {
    const nodeId = writing.take();
    if (nodeId === null) return;
    announce(isImproved ? 'writing.saidUsed' : 'writing.saidAdded');
    if (asLists) void conversion.convertToCategory(nodeId);
    // The dialog gives the focus back as it closes.
    window.setTimeout(() => onTaken(nodeId));
  };
  return (
    <Modal title={t(isImproved ? 'writing.improve' : 'writing.describe')} onClose={() => writing.leave()}>
      <div className={styles.content} data-testid="suggested-words" aria-busy={state === 'asked'}>
        <Words suggestion={suggestion} />
        {state === 'asked' && (
          <p role="status" className={styles.asked}>
            {t('writing.asked')}
          </p>
        )}
        {isSame && <p role="status">{t('writing.same')}</p>}
        {state === 'changed' && <p role="alert">{t('writing.changed')}</p>}
        {isGone && <p role="alert">{t('writing.gone')}</p>}
        {suggestion.words && <p role="alert">{failureSentence(suggestion.words, t)}</p>}
        <div className={styles.ways}>
          <ActionButton look="quiet" action={leaveWords} target={() => writing.leave()} />
          {!isGone && <ActionButton isBusy={state === 'asked'} action={writeAgain} target={() => writing.again()} />}
          {isUsable && !isImproved && <ActionButton action={addLists} target={() => take(true)} />}
          {isUsable && !isSame && (
            <ActionButton look="primary" action={isImproved ? useWords : addText} target={() => take(false)} />
          )}
        </div>
      </div>
    </Modal>
  );
});

function Words({ suggestion: { task, from, text } }: { readonly suggestion: WritingSuggestion }) {
  const { t } = useTranslation();
  const isImproved = task === 'improve';
  return (
    <div className={styles.texts}>
      {isImproved && (
        <section>
          <h3>{t('writing.before')}</h3>
          <p className={styles.text}>{text === '' ? from : <MarkedWords text={from} others={[text]} />}</p>
        </section>
      )}
      {text !== '' && (
        <section>
          {isImproved && <h3>{t('writing.after')}</h3>}
          <p className={styles.text}>{isImproved ? <MarkedWords text={text} others={[from]} /> : text}</p>
        </section>
      )}
    </div>
  );
}

interface WritingWays {
  readonly target: WritingTarget;
  /** The suggestion that waits for an answer. */
  readonly shown: ReactNode;
}

/** Words from the server's text model: functions that request them, and the dialog in which they are used or not. */
export function useWriting(
  { editor, writing, conversion }: Pick<OpenEditor, 'editor' | 'writing' | 'conversion'>,
  isOffered: boolean,
  focusNode: (nodeId: string) => void,
): WritingWays {
  const { i18n } = useTranslation();
  const language = chooseLanguage('', i18n.language);
  const target = useMemo(
    (): WritingTarget => ({
      editor,
      isOffered,
      sourceOf: (task, nodeId) => writing.sourceOf(task, nodeId),
      ask: (task, nodeId) => void writing.ask(task, nodeId, language),
    }),
    [editor, writing, isOffered, language],
  );
  return { target, shown: <SuggestedWords writing={writing} conversion={conversion} onTaken={focusNode} /> };
}
