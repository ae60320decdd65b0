const DAY_S = 24 * 60 * 60;
const pacificClock = new Intl.DateTimeFormat('en', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

/**
 * Seconds until Google's quotas of a day begin anew: at midnight Pacific time, as its page on rate limits says. On the two
 * days a year on which the clocks there change it may be an hour off.
 */
export function untilPacificMidnight(now: Date): number {
  const part = (type: string): number =>
    Number(pacificClock.formatToParts(now).find((part) => part.type === type)?.value ?? 0);
  return DAY_S - (part('hour') * 3600 + part('minute') * 60 + part('second'));
}
