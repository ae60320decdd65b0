import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import { createQueryClient } from '../../src/stores/queryClient';
import { Desk } from './support/Desk';
import { failure } from './support/FakeProjects';

const noLine = new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'no line' });

let client: QueryClient;
let begunAt: number;

beforeEach(() => {
  vi.useFakeTimers();
  client = createQueryClient();
  begunAt = Date.now();
});

afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

/** Asks for what always fails, for ten minutes; answers when it was asked for, in milliseconds from the beginning. */
async function timesAsked(error: Error, options: { readonly retry?: number } = {}): Promise<readonly number[]> {
  const asked: number[] = [];
  const queryFn = (): Promise<never> => {
    asked.push(Date.now() - begunAt);
    return Promise.reject(error);
  };
  const observer = new QueryObserver(client, { queryKey: ['anything'], queryFn, ...options });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(observer.getCurrentResult().error).toBe(error);
  stop();
  return asked;
}

const waits = (asked: readonly number[]): readonly number[] =>
  asked.slice(1).map((at, index) => at - (asked[index] ?? 0));

describe('asking the server for data', () => {
  it('is tried three times more, after 1, 2 and 4 seconds [QUERY-1]', async () => {
    expect(await timesAsked(noLine)).toEqual([0, 1000, 3000, 7000]);
  });

  it('never waits longer than 30 seconds for the next try [QUERY-1]', async () => {
    expect(waits(await timesAsked(noLine, { retry: 8 }))).toEqual([1, 2, 4, 8, 16, 30, 30, 30].map((s) => s * 1000));
  });

  it.each([401, 404])('is not tried again after a %i [QUERY-4]', async (status) => {
    expect(await timesAsked(failure(status))).toEqual([0]);
  });

  it('is forgotten when nobody has looked at it for 5 minutes [QUERY-2]', async () => {
    const observer = new QueryObserver(client, { queryKey: ['rivers'], queryFn: () => Promise.resolve('wide') });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(client.getQueryData(['rivers'])).toBe('wide');
    stop();
    await vi.advanceTimersByTimeAsync(299_999);
    expect(client.getQueryData(['rivers'])).toBe('wide');
    await vi.advanceTimersByTimeAsync(1);
    expect(client.getQueryData(['rivers'])).toBeUndefined();
  });

  it('is not tried again for the member, whatever the failure [QUERY-3]', async () => {
    const { stores } = new Desk();
    const read = vi.spyOn(stores.api.member, 'read').mockRejectedValue(noLine);
    const answer = stores.queryClient.fetchQuery(stores.queries.memberNow);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await answer).toEqual({ member: null, reason: 'unknown' });
    expect(read).toHaveBeenCalledOnce();
  });
});
