import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { LibraryFilter, LibraryStore } from '../../stores/takes/LibraryStore';
import { TextInput } from '../../ui/TextInput';
import styles from './LibraryPanel.module.css';

const RATINGS = [1, 2, 3, 4, 5] as const;
const TIMES = ['always', 'day', 'week', 'month'] as const;
const isTime = (value: string): value is LibraryFilter['since'] => TIMES.some((each) => each === value);

/** Words, whose pictures, stars, model and age: what the library is searched by. */
export const LibraryFilters = observer(function LibraryFilters({ library }: { readonly library: LibraryStore }) {
  const { t } = useTranslation();
  const { filter, models } = library;
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        label={t('library.search')}
        placeholder={t('library.search')}
        value={filter.q}
        onChange={({ currentTarget }) => library.choose({ q: currentTarget.value })}
      />
      <div className={styles.selects}>
        <select
          aria-label={t('library.of')}
          value={filter.of}
          onChange={({ currentTarget }) =>
            library.choose({ of: currentTarget.value === 'member' ? 'member' : 'project' })
          }
        >
          <option value="project">{t('library.ofProject')}</option>
          <option value="member">{t('library.ofMember')}</option>
        </select>
        <select
          aria-label={t('takes.rate')}
          value={filter.ratingMin ?? ''}
          onChange={({ currentTarget }) => library.choose({ ratingMin: Number(currentTarget.value) || null })}
        >
          <option value="">{t('library.anyRating')}</option>
          {RATINGS.map((stars) => (
            <option key={stars} value={stars}>
              {t('library.starsOrMore', { count: stars })}
            </option>
          ))}
        </select>
        <select
          aria-label={t('takes.time')}
          value={filter.since}
          onChange={({ currentTarget: { value } }) => isTime(value) && library.choose({ since: value })}
        >
          {TIMES.map((time) => (
            <option key={time} value={time}>
              {t(`library.${time}`)}
            </option>
          ))}
        </select>
        <select
          aria-label={t('takes.model')}
          value={filter.model ?? ''}
          onChange={({ currentTarget }) => library.choose({ model: currentTarget.value || null })}
        >
          <option value="">{t('library.anyModel')}</option>
          {namedModels(models).map(([model, name]) => (
            <option key={model} value={model}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
});

/** The models in the order of their names. Where several have one name, such as an engine and its preview, their ids tell them apart. */
function namedModels(models: LibraryStore['models']): readonly (readonly [id: string, name: string])[] {
  const names = Array.from(models.values());
  return Array.from(models, ([id, name]) => {
    const isShared = names.filter((each) => each === name).length > 1;
    return [id, isShared ? `${name} (${id})` : name] as const;
  }).toSorted(([, one], [, other]) => one.localeCompare(other));
}
