import { reaction } from 'mobx';
import { useEffect } from 'react';
import { useStores } from './StoresContext';

/** Calls `run` whenever the network or the member has come back. */
export function useReturns(run: () => void): void {
  const stores = useStores();
  useEffect(() => reaction(() => stores.returns, run), [stores, run]);
}
