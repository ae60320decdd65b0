import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { relativeTime } from '../../src/i18n/relativeTime';
import { startI18n } from '../../src/i18n/startI18n';

const now = new Date(2026, 10, 21, 15, 5, 0);
const agoMs = (ms: number): Date => new Date(now.getTime() - ms);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const english = (date: Date | string, at = now): string => relativeTime(date, at, startI18n('en').t);
const korean = (date: Date | string, at = now): string => relativeTime(date, at, startI18n('ko').t);

describe('how long ago a project was modified', () => {
  it('is just now for the first minute', () => {
    expect(english(now)).toBe('Just now');
    expect(english(agoMs(59 * SECOND + 999))).toBe('Just now');
    expect(korean(now)).toBe('방금 전');
  });

  it('is just now for a clock that runs ahead', () => {
    expect(english(agoMs(-1))).toBe('Just now');
    expect(english(agoMs(-3 * HOUR))).toBe('Just now');
    expect(english(new Date(2031, 0, 1))).toBe('Just now');
  });

  it('is minutes from one minute to the hour', () => {
    expect(english(agoMs(MINUTE))).toBe('1 minute ago');
    expect(english(agoMs(5 * MINUTE))).toBe('5 minutes ago');
    expect(english(agoMs(HOUR - 1))).toBe('59 minutes ago');
    expect(korean(agoMs(5 * MINUTE))).toBe('5분 전');
  });

  it('is hours from one hour to 24, and exactly 24 hours is no longer hours', () => {
    expect(english(agoMs(HOUR))).toBe('1 hour ago');
    expect(english(agoMs(3 * HOUR))).toBe('3 hours ago');
    expect(english(agoMs(24 * HOUR - 1))).toBe('23 hours ago');
    expect(english(agoMs(24 * HOUR))).toBe('11/20 3:05 PM');
    expect(korean(agoMs(3 * HOUR))).toBe('3시간 전');
  });

  it('is hours across midnight of New Year', () => {
    expect(english(new Date(2025, 11, 31, 23, 30), new Date(2026, 0, 1, 1, 30))).toBe('2 hours ago');
  });

  it('is the day with a 12-hour clock in the same year', () => {
    expect(english(new Date(2026, 0, 1, 0, 0))).toBe('1/1 12:00 AM');
    expect(english(new Date(2026, 6, 4, 12, 9))).toBe('7/4 12:09 PM');
    expect(english(new Date(2026, 6, 4, 11, 59))).toBe('7/4 11:59 AM');
    expect(korean(new Date(2026, 10, 19, 15, 5))).toBe('11/19 오후 3:05');
    expect(korean(new Date(2026, 10, 19, 0, 30))).toBe('11/19 오전 12:30');
  });

  it('is the whole date in the year before', () => {
    expect(english(new Date(2025, 11, 31, 9, 0))).toBe('2025/12/31');
    expect(english(new Date(2025, 10, 21, 15, 5, 0, 1))).toBe('2025/11/21');
    expect(korean(new Date(2025, 11, 31, 9, 0))).toBe('2025/12/31');
  });

  it('is years from the day a year is full', () => {
    expect(english(new Date(2025, 10, 21, 15, 5))).toBe('1 year ago');
    expect(english(new Date(2024, 10, 22))).toBe('1 year ago');
    expect(english(new Date(2024, 10, 21))).toBe('2 years ago');
    expect(korean(new Date(2024, 10, 21))).toBe('2년 전');
  });

  it('counts years by the calendar, in leap years too', () => {
    expect(english(new Date(2024, 0, 1), new Date(2024, 11, 31))).toBe('1/1 12:00 AM');
    expect(english(new Date(2024, 1, 29), new Date(2025, 1, 28))).toBe('2024/2/29');
    expect(english(new Date(2024, 1, 29), new Date(2025, 2, 1))).toBe('1 year ago');
  });

  it('reads the ISO dates of the server', () => {
    expect(english(agoMs(3 * HOUR).toISOString())).toBe('3 hours ago');
  });

  it('is unknown for what is no date', () => {
    expect(english('soon')).toBe('Unknown');
    expect(english(new Date(Number.NaN))).toBe('Unknown');
    expect(korean('')).toBe('알 수 없음');
    expect(i18next.t('time.unknown')).toBe('알 수 없음');
  });
});
