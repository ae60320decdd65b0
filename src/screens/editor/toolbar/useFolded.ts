import { useCallback, useState } from 'react';
import { NARROW, useMediaQuery } from '../view/useMediaQuery';

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
 * True while the toolbar is folded, as the person last left it on this device; at first in a narrow window, which has
 * no room to spare.
 */
export function useFolded(): readonly [isFolded: boolean, toggle: () => void] {
  const isNarrow = useMediaQuery(NARROW);
  const [chosen, setChosen] = useState(keptFolded);
  const isFolded = chosen ?? isNarrow;
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
