import { useCallback, useState } from 'react';
import { SMALL, useMediaQuery } from '../view/useMediaQuery';

const KEY = 'toolbar';

function keptFolded(): boolean | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? null : kept === 'folded';
  } catch {
    return null;
  }
}

/**
 * True while the toolbar is folded, as the person last left it on this device; at first in a small window.
 */
export function useFolded(): readonly [isFolded: boolean, toggle: () => void] {
  const isSmall = useMediaQuery(SMALL);
  const [chosen, setChosen] = useState(keptFolded);
  const isFolded = chosen ?? isSmall;
  const toggle = useCallback((): void => {
    const next = !isFolded;
    setChosen(next);
    try {
      localStorage.setItem(KEY, next ? 'folded' : 'open');
    } catch {
      // The choice then lasts as long as the page.
    }
  }, [isFolded]);
  return [isFolded, toggle];
}
