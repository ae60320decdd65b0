import i18next from 'i18next';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { takeTop, topPlace } from '../topPlace';
import { onAnnouncement } from './announce';

/** A space that is not read: without it the same words twice in a row would be no change, and only changes are read. */
const SILENT_SPACE = '\u00a0';

/** The live region that screen readers read announcements from; in the topmost dialog while one is open. */
export function LiveRegion() {
  const home = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (home.current ? takeTop(home.current) : undefined), []);
  const [said, setSaid] = useState('');
  useEffect(
    () => onAnnouncement((words) => setSaid((before) => (before === words ? words + SILENT_SPACE : words))),
    [],
  );
  useEffect(() => {
    // The sentence that stands is of the language before: a screen reader would read it with the wrong voice.
    const clear = (): void => setSaid('');
    i18next.on('languageChanged', clear);
    return () => i18next.off('languageChanged', clear);
  }, []);
  return (
    <div ref={home}>
      {createPortal(
        <p role="status" aria-live="polite" className="visually-hidden" data-testid="announcements">
          {said}
        </p>,
        topPlace,
      )}
    </div>
  );
}
