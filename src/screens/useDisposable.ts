import { useEffect, useRef, useState } from 'react';

/** Makes a thing and disposes of it after its component. In development, React ends each effect once and begins it again: the thing stays. */
export function useDisposable<Thing extends { readonly dispose: () => void }>(make: () => Thing): Thing {
  const [thing] = useState(make);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      queueMicrotask(() => {
        if (!isShown.current) thing.dispose();
      });
    };
  }, [thing]);
  return thing;
}
