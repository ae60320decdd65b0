import type { TFunction } from 'i18next';

const MINUTE_MS = 60_000;

const two = (number: number): string => String(number).padStart(2, '0');

/**
 * A coming time as on the person's clock, '14:05', with its date unless it is today's. Rounded up to the minute, so
 * that nobody comes too early.
 */
export function clockTime(time: string, now: Date, t: TFunction): string {
  const then = new Date(Math.ceil(Date.parse(time) / MINUTE_MS) * MINUTE_MS);
  const clock = { hour: two(then.getHours()), minute: two(then.getMinutes()) };
  if (then.toDateString() === now.toDateString()) return t('time.clock', clock);
  return t('time.clockOn', { ...clock, month: then.getMonth() + 1, day: then.getDate() });
}
