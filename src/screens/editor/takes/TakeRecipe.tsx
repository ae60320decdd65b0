import { useTranslation } from 'react-i18next';
import type { Take } from '../../../api/contractTakes';
import { relativeTime } from '../../../i18n/relativeTime';
import { SignedBy } from './SignedBy';
import { TakePicture } from './TakePicture';
import styles from './TakeRecipe.module.css';
import { costWords, originWords, picturesOfTake, settingsWords, wordsOfTake } from './takeWords';

/** The recipe of a take. */
export function TakeRecipe({ take, now }: { readonly take: Take; readonly now: Date }) {
  const { t, i18n } = useTranslation();
  const pictures = picturesOfTake(take);
  const origin = originWords(take, t);
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('takes.model'), take.recipe?.model ?? take.model ?? t('takes.unknown')],
    [t('takes.settings'), take.recipe ? settingsWords(take, t) : t('takes.unknown')],
    [t('takes.time'), relativeTime(take.createdAt, now, t)],
    [t('takes.cost'), costWords(take, i18n)],
  ];
  return (
    <div className={styles.recipe}>
      {take.text !== undefined && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is longer than its place is scrolled by keys
        <p className={styles.text} tabIndex={0} data-testid="take-text">
          {take.text}
        </p>
      )}
      {take.recipe ? (
        <p className={styles.words}>{wordsOfTake(take) || t('takes.noWords')}</p>
      ) : (
        <p className={styles.none}>{t('takes.noRecipe')}</p>
      )}
      {pictures.length > 0 && (
        <ul className={styles.pictures} aria-label={t('takes.pictures')}>
          {pictures.map((url, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same picture may stand there twice
            <li key={`${index}${url}`}>
              <TakePicture url={url} size={256} alt="" isLazy />
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {origin !== '' && <p className={styles.origin}>{origin}</p>}
      {take.text === undefined && <SignedBy url={take.url} />}
    </div>
  );
}
