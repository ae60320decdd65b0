import { reaction } from 'mobx';
import { useCallback, useEffect, useState } from 'react';
import { useStores } from './StoresContext';

/** Pauses before a broken picture is loaded again; after them it waits until the network or the member has come back. */
const PAUSES_MS = [2_000, 10_000, 60_000] as const;

interface Failure {
  readonly source: string;
  /** Loads that have failed since the first one. */
  readonly retries: number;
  readonly isOver: boolean;
}

/** Whether the picture of an `<img>` is broken. It is loaded again out of sight, so that a placeholder stays until it is there. */
export function useRetriedPicture(source: string | null): { readonly isBroken: boolean; readonly onError: () => void } {
  const stores = useStores();
  const [last, setFailure] = useState<Failure | null>(null);
  const failure = last?.source === source ? last : null;

  useEffect(() => {
    if (!failure || failure.isOver) return undefined;
    let { retries } = failure;
    const end = new AbortController();
    const { signal } = end;
    const image = new Image();
    image.addEventListener('load', () => setFailure({ ...failure, isOver: true }), { signal });
    image.addEventListener('error', () => setFailure({ ...failure, retries: retries + 1 }), { signal });
    const load = (): void => {
      window.clearTimeout(timer);
      image.src = failure.source;
    };
    const pause = PAUSES_MS[retries];
    const timer = pause === undefined ? undefined : window.setTimeout(load, pause);
    const unfollow = reaction(
      () => stores.returns,
      () => {
        retries = -1;
        load();
      },
    );
    return () => {
      unfollow();
      window.clearTimeout(timer);
      end.abort();
    };
  }, [failure, stores]);

  const onError = useCallback(() => {
    if (source !== null) setFailure({ source, retries: failure ? failure.retries + 1 : 0, isOver: false });
  }, [source, failure]);
  return { isBroken: failure !== null && !failure.isOver, onError };
}
