import { createContext, useContext, type ReactNode } from 'react';
import type { RootStore } from '../stores/RootStore';

const StoresContext = createContext<RootStore | null>(null);

interface StoresProviderProps {
  readonly stores: RootStore;
  readonly children: ReactNode;
}

export const StoresProvider = ({ stores, children }: StoresProviderProps) => (
  <StoresContext value={stores}>{children}</StoresContext>
);

/** The app's stores; throws outside of a StoresProvider, which only a mistake of ours can bring about. */
export function useStores(): RootStore {
  const stores = useContext(StoresContext);
  if (!stores) throw new Error('useStores needs a StoresProvider around it');
  return stores;
}
