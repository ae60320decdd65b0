import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../server/generation';
import type { GeminiAnswer } from '../../support/fakeGemini';
import { plainPicture } from './support/FakeImageEngine';
import { ask, busy, deserted, engine, gemini, keyInvalid, quota, retryIn } from './support/gemini';

describe('what is tried again at Gemini', () => {
  it('is what an engine says it has not done, twice at most [ENGINE-5]', async () => {
    const picture = await plainPicture('#0a7a4a');
    const broken: GeminiAnswer = { error: { code: 500, status: 'INTERNAL' } };
    const helped = await gemini([busy, broken, { picture }]);
    expect(await ask(engine(helped.url))).toMatchObject({ model: 'first' });
    expect(helped.requests).toHaveLength(3);

    const lasting = await gemini([busy]);
    expect(await ask(engine(lasting.url))).toMatchObject({ code: 'overloaded' });
    expect(lasting.requests).toHaveLength(3);
  });

  it('is not what may have been done or billed already, nor what another try would make worse [ENGINE-5]', async () => {
    const answers: GeminiAnswer[] = [
      { drop: true },
      { broken: 502 },
      { error: { code: 504, status: 'DEADLINE_EXCEEDED' } },
      quota(retryIn('1s')),
      { finish: 'IMAGE_SAFETY' },
      { text: 'no' },
      keyInvalid,
    ];
    const { url, requests } = await gemini(answers);
    for (const [number] of answers.entries()) {
      expect(await ask(engine(url))).toBeInstanceOf(EngineError);
      expect(requests).toHaveLength(number + 1);
    }
  });

  it('is an engine without a listener, as nothing was sent [ENGINE-5]', async () => {
    const [url, picture] = await Promise.all([deserted(), plainPicture('#fff')]);
    expect(await ask(engine(url))).toMatchObject({ code: 'unreachable' });

    const asked = ask(engine(url, { bounds: { unmadePausesMs: [400, 400] } }));
    await gemini([{ picture }], Number(new URL(url).port));
    expect(await asked).toMatchObject({ model: 'first' });
  });

  it('waits as long as the engine says, and not when that is long', async () => {
    const { url, requests } = await gemini([{ ...busy, headers: { 'retry-after': '90' } }]);
    expect(await ask(engine(url))).toMatchObject({ code: 'overloaded', retryAfterS: 90 });
    expect(requests).toHaveLength(1);
  });

  it('ends with the job and with its time [ENGINE-5]', async () => {
    const { url, requests } = await gemini([busy]);
    const bounds = { busyPausesMs: [60_000] };
    expect(await ask(engine(url, { bounds, timeoutMs: 80 }))).toMatchObject({ code: 'timeout' });
    const stop = new AbortController();
    const asked = ask(engine(url, { bounds }), stop.signal);
    await expect.poll(() => requests.length).toBe(2);
    stop.abort();
    expect(await asked).toMatchObject({ code: 'aborted' });
    expect(requests).toHaveLength(2);
  });
});
