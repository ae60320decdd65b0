import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiFailure } from '../../api';
import type { ProjectSummary } from '../../api/contract';
import type { ProjectSearch } from '../../stores/queries';
import { useStores } from '../StoresContext';

export interface ProjectList {
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

const isSignedOut = (error: Error | null): boolean => error instanceof ApiFailure && error.status === 401;

/** The member's projects, and whether the list can be believed. */
export function useProjectList(search: ProjectSearch): ProjectList {
  const { queries } = useStores();
  const list = useInfiniteQuery({ ...queries.projects(search), placeholderData: keepPreviousData });
  // From the first failed attempt to the first answer: a new attempt alone changes nothing on the screen.
  const [isUnread, setIsUnread] = useState(false);
  const isFailing = (list.failureCount > 0 || list.isError) && !isSignedOut(list.failureReason);
  const hasAnswer = list.isSuccess && !list.isFetching && !isFailing;
  if (isFailing && !isUnread) setIsUnread(true);
  if (hasAnswer && isUnread) setIsUnread(false);
  const { fetchNextPage } = list;
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return {
    projects: list.data,
    isUnread: isUnread || isFailing,
    isAsking: list.isFetching,
    askAgain: () => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch()),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore,
  };
}
