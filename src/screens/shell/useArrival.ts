import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'wouter';

/**
 * Takes the focus to this element when another screen has come: the link that led there is gone, and who listens or uses the
 * keys would begin anew at the top of the window.
 */
export function useArrival(): RefObject<HTMLElement | null> {
  const [path] = useLocation();
  const place = useRef<HTMLElement>(null);
  const last = useRef(path);

  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    place.current?.focus();
  }, [path]);
  return place;
}
