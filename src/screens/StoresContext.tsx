import { createContext, useContext, type ReactNode, useEffect } from 'react';
import type { Resource } from '../stores/resources/Resource';
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

/** Has a resource read while the component is there, which must be an observer to follow it. */
export function useResource<T>(resource: Resource<T> | null): Resource<T> | null {
  useEffect(() => resource?.watch(), [resource]);
  return resource;
}
