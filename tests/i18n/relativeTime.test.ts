import i18next from 'i18next';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { relativeTime } from '../../src/i18n/relativeTime';
import { startI18n } from '../../src/i18n/startI18n';

const now = new Date(2026, 10, 21, 15, 5, 0);
const agoMs = (ms: number): Date => new Date(now.getTime() - ms);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Sets the zone of the clock until the test ends. */
const live = (zone: string): void => {
  vi.stubEnv('TZ', zone);
  onTestFinished(() => void vi.unstubAllEnvs());
};

const english = (date: Date | string, at = now): string => relativeTime(date, at, startI18n('en').t);
const korean = (date: Date | string, at = now): string => relativeTime(date, at, startI18n('ko').t);

describe('how long ago a project was modified', () => {
  it('is just now for the first minute [TIME-2]', () => {
    expect(english(now)).toBe('Just now');
    expect(english(agoMs(59 * SECOND + 999))).toBe('Just now');
    expect(korean(now)).toBe('방금 전');
  });

  it('is just now for a clock that runs ahead [TIME-2]', () => {
    expect(english(agoMs(-1))).toBe('Just now');
    expect(english(agoMs(-3 * HOUR))).toBe('Just now');
    expect(english(new Date(2031, 0, 1))).toBe('Just now');
  });

  it('is minutes from one minute to the hour [TIME-2]', () => {
    expect(english(agoMs(MINUTE))).toBe('1 minute ago');
    expect(english(agoMs(5 * MINUTE))).toBe('5 minutes ago');
    expect(english(agoMs(HOUR - 1))).toBe('59 minutes ago');
    expect(korean(agoMs(5 * MINUTE))).toBe('5분 전');
  });

  it('is hours from one hour to 24, and exactly 24 hours is no longer hours [TIME-2]', () => {
    expect(english(agoMs(HOUR))).toBe('1 hour ago');
    expect(english(agoMs(3 * HOUR))).toBe('3 hours ago');
    expect(english(agoMs(24 * HOUR - 1))).toBe('23 hours ago');
    expect(english(agoMs(24 * HOUR))).toBe('11/20 3:05 PM');
    expect(korean(agoMs(3 * HOUR))).toBe('3시간 전');
  });

  it('is hours across midnight of New Year [TIME-7]', () => {
    expect(english(new Date(2025, 11, 31, 23, 30), new Date(2026, 0, 1, 1, 30))).toBe('2 hours ago');
  });

  it('is the day with a 12-hour clock in the same year [TIME-3]', () => {
    expect(english(new Date(2026, 0, 1, 0, 0))).toBe('1/1 12:00 AM');
    expect(english(new Date(2026, 6, 4, 12, 9))).toBe('7/4 12:09 PM');
    expect(english(new Date(2026, 6, 4, 11, 59))).toBe('7/4 11:59 AM');
    expect(korean(new Date(2026, 10, 19, 15, 5))).toBe('11/19 오후 3:05');
    expect(korean(new Date(2026, 10, 19, 0, 30))).toBe('11/19 오전 12:30');
  });

  it('is the whole date in the year before [TIME-4]', () => {
    expect(english(new Date(2025, 11, 31, 9, 0))).toBe('2025/12/31');
    expect(english(new Date(2025, 10, 21, 15, 5, 0, 1))).toBe('2025/11/21');
    expect(korean(new Date(2025, 11, 31, 9, 0))).toBe('2025/12/31');
  });

  it('is years from the day a year is full [TIME-1]', () => {
    expect(english(new Date(2025, 10, 21, 15, 5))).toBe('1 year ago');
    expect(english(new Date(2024, 10, 22))).toBe('1 year ago');
    expect(english(new Date(2024, 10, 21))).toBe('2 years ago');
    expect(korean(new Date(2024, 10, 21))).toBe('2년 전');
  });

  it('counts years by the calendar, in leap years too [TIME-1]', () => {
    expect(english(new Date(2024, 0, 1), new Date(2024, 11, 31))).toBe('1/1 12:00 AM');
    expect(english(new Date(2024, 1, 29), new Date(2025, 1, 28))).toBe('2024/2/29');
    expect(english(new Date(2024, 1, 29), new Date(2025, 2, 1))).toBe('1 year ago');
  });

  it.each([
    [new Date(2024, 10, 21), '2 years ago', '2년 전'],
    [agoMs(3 * HOUR), '3 hours ago', '3시간 전'],
    [agoMs(5 * MINUTE), '5 minutes ago', '5분 전'],
    [now, 'Just now', '방금 전'],
    [new Date(2026, 10, 19, 15, 5), '11/19 3:05 PM', '11/19 오후 3:05'],
    [new Date(2025, 11, 31), '2025/12/31', '2025/12/31'],
    ['', 'Unknown', '알 수 없음'],
  ])('of %s reads %s, in Korean %s [TIME-6]', (date, inEnglish, inKorean) => {
    expect([english(date), korean(date)]).toEqual([inEnglish, inKorean]);
  });

  it.each([
    ['Asia/Seoul', '11/20 1:30 AM', '1/1 8:30 AM'],
    ['America/New_York', '11/19 11:30 AM', '2025/12/31'],
    ['Asia/Kolkata', '11/19 10:00 PM', '1/1 5:00 AM'],
    ['Pacific/Kiritimati', '11/20 6:30 AM', '1/1 1:30 PM'],
  ])('is in the day and the year of %s [TIME-7]', (zone, day, year) => {
    live(zone);
    const later = new Date('2026-11-21T20:00:00Z');
    expect(english('2026-11-19T16:30:00Z', later)).toBe(day);
    expect(english('2025-12-31T23:30:00Z', later)).toBe(year);
  });

  it('is hours that have passed where the clock was changed meanwhile [TIME-7]', () => {
    live('America/New_York');
    const noon = new Date('2026-10-31T16:00:00Z');
    expect(english(noon, new Date('2026-11-01T15:59:59Z'))).toBe('23 hours ago');
    expect(english(noon, new Date('2026-11-01T16:00:00Z'))).toBe('10/31 12:00 PM');
  });

  it('reads the ISO dates of the server', () => {
    expect(english(agoMs(3 * HOUR).toISOString())).toBe('3 hours ago');
  });

  it('is unknown for an invalid date [TIME-5]', () => {
    expect(english('soon')).toBe('Unknown');
    expect(english(new Date(Number.NaN))).toBe('Unknown');
    expect(korean('')).toBe('알 수 없음');
    expect(i18next.t('time.unknown')).toBe('알 수 없음');
  });
});
