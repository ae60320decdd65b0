import { useEffect, useState } from 'react';
import { MINUTE_MS } from '../time';

/** The time, read again every minute: the finest that a relative time tells. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
