import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Take } from '../../../../api/contractTakes';
import { costWords, settingsWords, wordsOfTake } from '../takeWords';
import { differingWords, wordsIn } from './differingWords';
import styles from './CompareTakes.module.css';

interface RecipeDifferencesProps {
  readonly take: Take;
  /** With which it is compared. */
  readonly others: readonly Take[];
}

/** The words of a take, those marked that another one of the compared has not; its model, settings and cost, marked where another one's differ. */
export function RecipeDifferences({ take, others }: RecipeDifferencesProps) {
  const { t, i18n } = useTranslation();
  const pieces = wordsIn(wordsOfTake(take));
  const marked = new Set(others.flatMap((other) => [...differingWords(pieces, wordsIn(wordsOfTake(other)))]));
  const facts: readonly ((of: Take) => string)[] = [
    ({ recipe, model }) => recipe?.model ?? model ?? t('takes.unknown'),
    (of) => settingsWords(of, t),
    (of) => costWords(of, i18n),
  ];
  return (
    <div className={styles.recipe}>
      <p>
        {pieces.length === 0 && t('takes.noWords')}
        {pieces.map((piece, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a text's pieces have no other name
          <Fragment key={index}>{marked.has(index) ? <mark>{piece}</mark> : piece}</Fragment>
        ))}
      </p>
      <p className={styles.facts}>
        {facts.map((fact, index) => {
          const text = fact(take);
          const isAlike = others.every((other) => fact(other) === text);
          // oxlint-disable-next-line react/no-array-index-key -- they are always the same three
          return <Fragment key={index}>{isAlike ? <span>{text}</span> : <mark>{text}</mark>}</Fragment>;
        })}
      </p>
    </div>
  );
}
