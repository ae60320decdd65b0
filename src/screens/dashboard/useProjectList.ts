import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
}

const isSignedOut = (error: Error | null): boolean => error instanceof ApiFailure && error.status === 401;

/** The member's projects, and whether the list can be believed. */
export function useProjectList(search: ProjectSearch): ProjectList {
  const { queries } = useStores();
  const list = useQuery({ ...queries.projects(search), placeholderData: keepPreviousData });
  // From the first failed attempt to the first answer: a new attempt alone changes nothing on the screen.
  const [isUnread, setIsUnread] = useState(false);
  const isFailing = (list.failureCount > 0 || list.isError) && !isSignedOut(list.failureReason);
  const hasAnswer = list.isSuccess && !list.isFetching && !isFailing;
  if (isFailing && !isUnread) setIsUnread(true);
  if (hasAnswer && isUnread) setIsUnread(false);
  return {
    projects: list.data,
    isUnread: isUnread || isFailing,
    isAsking: list.isFetching,
    askAgain: () => void list.refetch(),
  };
}
