import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { NAME_MAX } from '../../api/contract';
import type { ProjectSearch } from '../../stores/projects/ProjectList';

/** Pause in typing before the server is asked; milliseconds. */
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
