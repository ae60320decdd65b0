import { useCallback, useState, type ReactNode } from 'react';

/** A space that is not read: without it the same words twice in a row are no change, and no change is not read. */
const SILENT_SPACE = '\u00a0';

/** A live region and the way to speak in it. */
export function useAnnouncer(): { readonly announce: (words: string) => void; readonly region: ReactNode } {
  const [said, setSaid] = useState('');
  const announce = useCallback((words: string) => {
    setSaid((before) => (before === words ? words + SILENT_SPACE : words));
  }, []);
  const region = (
    <p className="visually-hidden" role="status" aria-live="polite" data-testid="announcements">
      {said}
    </p>
  );
  return { announce, region };
}
