import type { TFunction } from 'i18next';
import type { Version } from '../../../api/contract';

interface Day {
  readonly title: string;
  readonly versions: readonly Version[];
}

/** Groups versions by the days of the person's calendar, and keeps their order. */
export function groupByDay(versions: readonly Version[], now: Date, t: TFunction): Day[] {
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
