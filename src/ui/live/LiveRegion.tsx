import { useSyncExternalStore } from 'react';
import { lastAnnouncement, subscribeAnnouncements } from './announcements';

/** Where announcements are spoken; one on the page. */
export function LiveRegion() {
  const said = useSyncExternalStore(subscribeAnnouncements, lastAnnouncement);
  return (
    <p className="visually-hidden" role="status" aria-live="polite" data-testid="announcements">
      {said}
    </p>
  );
}
