import { useEffect, useState } from 'react';
import { onAnnouncement } from './announce';

/** A space that is not read: without it the same words twice in a row are no change, and no change is not read. */
const SILENT_SPACE = '\u00a0';

/** Where announcements are put for screen readers. */
export function LiveRegion() {
  const [said, setSaid] = useState('');
  useEffect(
    () => onAnnouncement((words) => setSaid((before) => (before === words ? words + SILENT_SPACE : words))),
    [],
  );
  return (
    <p role="status" aria-live="polite" className="visually-hidden" data-testid="announcements">
      {said}
    </p>
  );
}
