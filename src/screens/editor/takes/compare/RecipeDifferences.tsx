import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Take } from '../../../../api/contractTakes';
import { MarkedWords } from '../../../../ui/words/MarkedWords';
import { costWords, settingsWords, wordsOfTake } from '../takeWords';
import styles from './CompareTakes.module.css';

interface RecipeDifferencesProps {
  readonly take: Take;
  /** The takes it is compared with. */
  readonly others: readonly Take[];
}

/**
 * The words of a take, with those marked that another compared one lacks; its model, settings and cost, marked where
 * another's differ.
 */
export function RecipeDifferences({ take, others }: RecipeDifferencesProps) {
  const { t, i18n } = useTranslation();
  const text = wordsOfTake(take);
  const facts: readonly ((of: Take) => string)[] = [
    ({ recipe, model }) => recipe?.model ?? model ?? t('takes.unknown'),
    (of) => settingsWords(of, t),
    (of) => costWords(of, i18n),
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
