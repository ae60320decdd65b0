import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../api';

/** 3 retries with exponential delay up to 30 s (QUERY-1); unused data stays 5 minutes (QUERY-2). */
const RETRIES = 3;
const LAST_DELAY_MS = 30_000;
const KEPT_MS = 5 * 60_000;

/** What a query says about its own failure, once its retries are used up. */
interface FailureMeta extends Record<string, unknown> {
  /** The console's words. */
  readonly failureMessage?: string;
  /** In place of the data for who is signed out or has nothing there. */
  readonly signedOutData?: unknown;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
  }
}

const isFinal = (error: Error): boolean =>
  error instanceof ApiFailure && (error.status === 401 || error.status === 404);

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta, queryKey }) => {
        if (meta?.failureMessage) console.warn(meta.failureMessage, error);
        // What was read before stays in view through a dead line; signed out, it is nobody's to see.
        if (meta?.signedOutData !== undefined && isFinal(error)) client.setQueryData(queryKey, meta.signedOutData);
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => !isFinal(error) && failures < RETRIES,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, LAST_DELAY_MS),
        gcTime: KEPT_MS,
        // A dead network is a failure like another: the app has its own copies for it.
        networkMode: 'always',
      },
    },
  });
  return client;
}
