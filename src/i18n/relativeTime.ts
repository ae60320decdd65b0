import type { TFunction } from 'i18next';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time';

/** Whole years between two dates as the calendar counts them, in local time. */
function wholeYears(from: Date, to: Date): number {
  const anniversary = new Date(from);
  const years = to.getFullYear() - from.getFullYear();
  anniversary.setFullYear(to.getFullYear());
  return anniversary > to ? years - 1 : years;
}

/**
 * Words for how long ago `date` was, in the person's language and local time (TIME-1 to TIME-7). Exactly 24 h is no
 * longer hours, a future time reads 'Just now', an invalid date 'Unknown'.
 */
export function relativeTime(date: Date | string, now: Date, t: TFunction): string {
  const then = typeof date === 'string' ? new Date(date) : date;
  const agoMs = now.getTime() - then.getTime();
  if (Number.isNaN(agoMs)) return t('time.unknown');

  const years = wholeYears(then, now);
  if (years >= 1) return t('time.yearsAgo', { count: years });

  if (agoMs < MINUTE_MS) return t('time.justNow');
  if (agoMs < HOUR_MS) return t('time.minutesAgo', { count: Math.floor(agoMs / MINUTE_MS) });
  if (agoMs < DAY_MS) return t('time.hoursAgo', { count: Math.floor(agoMs / HOUR_MS) });

  const day = { month: then.getMonth() + 1, day: then.getDate() };
  if (then.getFullYear() !== now.getFullYear()) return t('time.otherYear', { ...day, year: then.getFullYear() });
  return t('time.sameYear', {
    ...day,
    hour: then.getHours() % 12 || 12,
    minute: String(then.getMinutes()).padStart(2, '0'),
    half: t(then.getHours() < 12 ? 'time.am' : 'time.pm'),
  });
}

const two = (number: number): string => String(number).padStart(2, '0');

/**
 * A future time on the person's clock, '14:05', with its date unless it is today's. Rounded up to the minute, so that nobody comes too
 * early.
 */
export function clockTime(time: string, now: Date, t: TFunction): string {
  const then = new Date(Math.ceil(Date.parse(time) / MINUTE_MS) * MINUTE_MS);
  const clock = { hour: two(then.getHours()), minute: two(then.getMinutes()) };
  if (then.toDateString() === now.toDateString()) return t('time.clock', clock);
  return t('time.clockOn', { ...clock, month: then.getMonth() + 1, day: then.getDate() });
}
