import { useCallback, useState } from 'react';
import type { ProjectSummary } from '../../api/contract';
import type { ProjectSearch } from '../../stores/projects/ProjectList';
import { useStores } from '../StoresContext';
import { useResource } from '../useResource';

export interface ProjectListState {
  /** Undefined while nobody knows them; what was read before stays through a dead line. */
  readonly projects: readonly ProjectSummary[] | undefined;
  /** The server could not be asked for them, up to now. */
  readonly isUnread: boolean;
  readonly isAsking: boolean;
  readonly askAgain: () => void;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

/** The member's projects, and whether the list can be believed. For observers. */
export function useProjectList(search: ProjectSearch): ProjectListState {
  const list = useStores().projects.list(search);
  useResource(list.pages);
  // Another search shows what the one before found until it has an answer of its own.
  const [shown, setShown] = useState(list.projects);
  if (list.projects !== undefined && list.projects !== shown) setShown(list.projects);
  return {
    projects: list.projects ?? shown,
    isUnread: list.pages.isUnread,
    isAsking: list.pages.isReading,
    askAgain: () => list.askAgain(),
    hasMore: list.hasMore,
    isLoadingMore: list.isLoadingMore,
    loadMore: useCallback(() => list.loadMore(), [list]),
  };
}
