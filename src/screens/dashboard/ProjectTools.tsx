import { useTranslation } from 'react-i18next';
import { NAME_MAX } from '../../api/contract';
import { TextInput } from '../../ui/TextInput';
import { Icon } from '../../ui/Icon';
import styles from './ProjectTools.module.css';
import type { useProjectSearch } from './useProjectSearch';

/** A field to find projects by a part of their name, and the order they stand in. */
export function ProjectTools({ search, typed, type, setSort }: ReturnType<typeof useProjectSearch>) {
  const { t } = useTranslation();
  return (
    <search className={styles.tools}>
      <div className={styles.search}>
        <Icon name="search" size={16} />
        <TextInput
          type="search"
          label={t('dashboard.search')}
          placeholder={t('dashboard.search')}
          value={typed}
          maxLength={NAME_MAX}
          autoComplete="off"
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
      <select
        className={styles.sort}
        aria-label={t('dashboard.sort')}
        value={search.sort}
        onChange={(event) => setSort(event.currentTarget.value === 'name' ? 'name' : 'updatedAt')}
      >
        <option value="updatedAt">{t('dashboard.sortUpdated')}</option>
        <option value="name">{t('dashboard.sortName')}</option>
      </select>
    </search>
  );
}
