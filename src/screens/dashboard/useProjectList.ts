import { useCallback, useState } from 'react';
import type { ProjectSummary } from '../../api/contract';
import type { ProjectSearch } from '../../stores/projects/ProjectList';
import { useStores, useResource } from '../StoresContext';

export interface ProjectListState {
  /** Undefined while they are unknown; the last known ones stay while the line is dead. */
  readonly projects: readonly ProjectSummary[] | undefined;
  /** Whether the server has not answered this search yet; the projects are those of an earlier one, or unknown. */
  readonly isPending: boolean;
  /** Whether the server could not be reached for them so far. */
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
  // A new search shows the results of the previous one until it has its own.
  const [shown, setShown] = useState(list.projects);
  if (list.projects !== undefined && list.projects !== shown) setShown(list.projects);
  return {
    projects: list.projects ?? shown,
    isPending: list.projects === undefined && !list.pages.isUnread,
    isUnread: list.pages.isUnread,
    isAsking: list.pages.isReading,
    askAgain: () => list.askAgain(),
    hasMore: list.hasMore,
    isLoadingMore: list.isLoadingMore,
    loadMore: useCallback(() => list.loadMore(), [list]),
  };
}

const NONE: readonly ProjectSummary[] = [];
const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** The projects this device could open by itself, searched as the server would; none while they are not wanted. */
export function useProjectsHere(isWanted: boolean, { q, sort }: ProjectSearch): readonly ProjectSummary[] {
  const { projects } = useStores();
  const known = useResource(isWanted ? projects.here : null)?.data ?? NONE;
  const found = known.filter(({ name }) => folded(name).includes(folded(q)));
  return sort === 'name' ? found.toSorted((a, b) => (folded(a.name) < folded(b.name) ? -1 : 1)) : found;
}
