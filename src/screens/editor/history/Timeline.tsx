import type { TFunction } from 'i18next';
import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { Version } from '../../../api/contract';
import type { VersionsStore } from '../../../stores/versions/VersionsStore';
import { Skeleton } from '../../../ui/Skeleton';
import { useNow } from '../../useNow';
import styles from './Timeline.module.css';
import { UnreadNote } from './UnreadNote';
import { VersionEntry } from './VersionEntry';

interface Day {
  readonly title: string;
  readonly versions: readonly Version[];
}

/** Groups versions by the days of the person's calendar, and keeps their order. */
function groupByDay(versions: readonly Version[], now: Date, t: TFunction): Day[] {
  const days = new Map<string, Version[]>();
  for (const version of versions) {
    const title = dayTitle(new Date(version.createdAt), now, t);
    days.set(title, [...(days.get(title) ?? []), version]);
  }
  return Array.from(days, ([title, ofDay]) => ({ title, versions: ofDay }));
}

function dayTitle(day: Date, now: Date, t: TFunction): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return t('history.today');
  if (day.toDateString() === yesterday.toDateString()) return t('history.yesterday');
  return t('time.otherYear', { year: day.getFullYear(), month: day.getMonth() + 1, day: day.getDate() });
}

interface TimelineProps {
  readonly versions: VersionsStore;
  /** The one whose canvas is shown. */
  readonly previewed: Version | null;
  readonly onPreview: (version: Version) => void;
  readonly onRename: (version: Version, name: string) => Promise<void>;
  readonly onDelete: (version: Version) => Promise<void>;
}

const SKELETONS = [1, 2, 3, 4];

/** The versions by day, newest first, or why there are none to be seen. */
export const Timeline = observer(function Timeline({
  versions,
  previewed,
  onPreview,
  onRename,
  onDelete,
}: TimelineProps) {
  const { t } = useTranslation();
  const now = useNow();
  const { status } = versions;
  const isEmpty = versions.versions.length === 0;
  return (
    <div className={styles.timeline} aria-busy={status === 'loading'}>
      {status === 'offline' && <p className={styles.note}>{t('history.offline')}</p>}
      {(status === 'failed' || status === 'signedOut') && (
        <UnreadNote versions={versions} className={styles.note} onRetry={() => void versions.load()} />
      )}
      {status === 'loading' && SKELETONS.map((each) => <Skeleton key={each} className={styles.skeleton} />)}
      {status === 'ready' && isEmpty && <p className={styles.note}>{t('history.empty')}</p>}
      {status !== 'loading' &&
        groupByDay(versions.versions, now, t).map((day) => (
          <section key={day.title} aria-label={day.title}>
            <h3 className={styles.day}>{day.title}</h3>
            <ul>
              {day.versions.map((version) => (
                <VersionEntry
                  key={version.id}
                  version={version}
                  now={now}
                  isPreviewed={version.id === previewed?.id}
                  status={status}
                  snapshot={(signal) => versions.picture(version.id, signal)}
                  onPreview={() => onPreview(version)}
                  onRename={(name) => onRename(version, name)}
                  onDelete={() => onDelete(version)}
                />
              ))}
            </ul>
          </section>
        ))}
      {status === 'ready' && !isEmpty && <p className={styles.rule}>{t('history.rule')}</p>}
    </div>
  );
});
