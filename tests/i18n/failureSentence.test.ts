import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import { ENGINE_FAILURES } from '../../src/api/contract';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';
import { startI18n } from '../../src/i18n/startI18n';
import { failureWords } from '../../src/stores/failureWords';
import { reasonKey } from '../../src/stores/runs/runReason';
import { failureSentence } from '../../src/ui/failureSentence';

const MESSAGE = 'The picture engine says so.';

/** The sentence about a failure that somebody in this zone reads at this moment. */
function read(lng: 'ko' | 'en', zone: string, now: string, code: string, retryAt?: string): string {
  vi.stubEnv('TZ', zone);
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  const { t } = startI18n(lng);
  return failureSentence(failureWords({ code, message: MESSAGE, retryAt }, 'toast.unknownError'), t);
}

const quota = (lng: 'ko' | 'en', zone: string): string =>
  read(lng, zone, '2026-11-21T05:00:00Z', 'quota', '2026-11-21T05:04:20Z');
const quotaOfDay = (lng: 'ko' | 'en'): string =>
  read(lng, 'Asia/Seoul', '2026-11-21T14:00:00Z', 'quotaDay', '2026-11-22T08:00:00Z');

describe('why a picture could not be made', () => {
  it("says when to try again by the person's own clock [ENGINE-4]", () => {
    expect(quota('ko', 'Asia/Seoul')).toBe('AI 사용 한도에 닿았어요. 14:05에 다시 시도해 주세요.');
    expect(quota('en', 'Asia/Seoul')).toBe('The AI has reached its limit for now. Try again at 14:05.');
    expect(quota('en', 'Europe/Paris')).toContain('Try again at 06:05.');
  });

  it("names the day when it is not today's", () => {
    expect(quotaOfDay('ko')).toContain('11월 22일 17:00에 다시 시도해 주세요.');
    expect(quotaOfDay('en')).toContain('Try again at 17:00 on 11/22.');
  });

  it('is another sentence for each limit, in both languages [GEN-15]', () => {
    const limits = ['limitMinute', 'limitConcurrent', 'limitDay', 'limitDayAll', 'budget'];
    for (const lng of ['ko', 'en'] as const) {
      const timed = limits.map((code) => read(lng, 'Asia/Seoul', '2026-11-21T05:00:00Z', code, '2026-11-21T05:04:20Z'));
      expect(new Set(timed).size).toBe(limits.length);
      expect(timed.filter((sentence) => sentence.includes('14:05'))).toHaveLength(4);
    }
    expect(read('ko', 'Asia/Seoul', '2026-11-21T05:00:00Z', 'limitRuns')).toBe(ko.failure.limitRuns);
    expect(read('en', 'Asia/Seoul', '2026-11-21T05:00:00Z', 'limitRuns')).toBe(MESSAGE);
  });

  it('says it without a time where none is known', () => {
    expect(read('ko', 'Asia/Seoul', '2026-11-21T05:00:00Z', 'quota')).toBe(ko.failure.quota);
    expect(read('en', 'Asia/Seoul', '2026-11-21T05:00:00Z', 'quota')).toBe(MESSAGE);
  });

  it("says that one's own storage is full, which is no limit of the AI", () => {
    const full = new ApiFailure({ kind: 'http', status: 413, code: 'quota', message: MESSAGE });
    const words = failureWords(full, 'toast.unknownError');
    expect(failureSentence(words, startI18n('ko').t)).toBe(ko.failure.storageFull);
    expect(failureSentence(words, startI18n('en').t)).toBe(MESSAGE);
  });

  it.each(ENGINE_FAILURES)(
    'has a Korean sentence of its own for %s, and passes the English one on [ENGINE-3]',
    (code) => {
      const korean = read('ko', 'Asia/Seoul', '2026-11-21T05:00:00Z', code);
      expect(korean).toMatch(/^(?=.*[가-힣])[^{}]+요\.$/);
      expect(ENGINE_FAILURES.filter((other) => ko.failure[other] === korean)).toEqual([code]);
      expect(en.failure[code]).toBe('{{message}}');
    },
  );
});

describe('why a step of a run has failed', () => {
  const CODES = [
    ...ENGINE_FAILURES,
    'internal',
    'storeUnavailable',
    'leftEarly',
    'picturesBusy',
    'pictureTooLarge',
    'pictureUnreadable',
    'notAPicture',
  ];

  it.each(CODES)('has a sentence of its own for %s, in both languages', (code) => {
    for (const lng of ['ko', 'en'] as const) {
      const { t } = startI18n(lng);
      const says = t(reasonKey(code));
      expect(says).toMatch(/^[^{}]+\.$/);
      expect([...CODES, 'other'].filter((other) => t(reasonKey(other)) === says)).toEqual([code]);
    }
  });

  it('does not speak of a picture where the reason is unknown: it may be a text that failed', () => {
    expect(startI18n('ko').t(reasonKey('new'))).not.toContain('이미지');
    expect(startI18n('en').t(reasonKey('new'))).not.toContain('picture');
  });
});
