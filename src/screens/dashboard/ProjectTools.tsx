import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { NAME_MAX } from '../../api/contract';
import type { ProjectSearch } from '../../stores/projects/ProjectList';
import { TextInput } from '../../ui/TextInput';
import { Icon } from '../../ui/Icon';
import styles from './ProjectTools.module.css';

/** Pause in typing before the server is queried; milliseconds. */
const TYPING_MS = 250;

interface ProjectSearchState {
  /** The search in the address. */
  readonly search: ProjectSearch;
  /** The field's text, a moment ahead of the address. */
  readonly typed: string;
  readonly type: (q: string) => void;
  readonly setSort: (sort: ProjectSearch['sort']) => void;
}

/** The shown projects and their order, kept in the address: `?q=&sort=`. */
export function useProjectSearch(): ProjectSearchState {
  const [params, setParams] = useSearchParams();
  const q = (params.get('q') ?? '').trim().slice(0, NAME_MAX);
  const sort = params.get('sort') === 'name' ? 'name' : 'updatedAt';
  const [typed, setTyped] = useState(q);
  // Another address, for example after going back, is another search.
  const [shown, setShown] = useState(q);
  if (shown !== q) {
    setShown(q);
    if (typed.trim() !== q) setTyped(q);
  }

  const keep = useCallback(
    (name: 'q' | 'sort', value: string) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      );
    },
    [setParams],
  );

  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = window.setTimeout(() => keep('q', typed.trim()), TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [typed, q, keep]);

  return {
    search: { q, sort },
    typed,
    type: setTyped,
    setSort: (next) => keep('sort', next === 'updatedAt' ? '' : next),
  };
}

/** A field to find projects by a part of their name, and their sort order. */
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
