import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Analysis } from '../../../src/api/contractWords';
import { geminiClient } from '../../../server/generation/gemini/client';
import { GeminiAnalyser } from '../../../server/generation/gemini/GeminiAnalyser';
import { OfflineAnalyser } from '../../../server/generation/preview/offlineEngines';
import type { GeminiAnswer } from '../../support/fakeGemini';
import { FakeImageEngine } from './support/FakeImageEngine';
import { askingAt, gemini, KEY, MODELS, quota, retryIn } from './support/gemini';
import { openEngineApp, type EngineApp } from './support/openEngineApp';

let engineApp: EngineApp;
beforeAll(async () => {
  engineApp = await openEngineApp(new FakeImageEngine(), { GENERATE_PER_MINUTE: '1000' }, 'file');
});

async function groupsOf(content: string): Promise<Record<string, string[]>> {
  const answer = await engineApp.person.post('/nodes/analyze', { content });
  expect(answer.statusCode).toBe(200);
  return Object.fromEntries(answer.json<Analysis>().map(({ key, value }) => [key, value]));
}

describe('a text grouped without any key', () => {
  it.each<[string, Record<string, string[]>]>([
    [
      'A calm lake at sunrise with purple mountains, oil painting',
      {
        style: ['oil painting'],
        colour: ['purple'],
        place: ['lake', 'mountains'],
        mood: ['calm'],
        time: ['sunrise'],
      },
    ],
    [
      'an old fisherman mending his nets while seagulls circle overhead',
      { subject: ['old fisherman', 'nets', 'seagulls'], action: ['mending', 'circle'] },
    ],
    [
      'cute robot drinking coffee in Busan',
      { subject: ['cute robot', 'coffee'], place: ['Busan'], action: ['drinking'] },
    ],
    [
      'low-poly foxes, snowy forest',
      { subject: ['foxes'], style: ['low poly'], place: ['forest'], weather: ['snowy'] },
    ],
    [
      '노을 지는 바닷가에서 하얀 고양이가 앉아 있는 수채화',
      { 주제: ['고양이'], 스타일: ['수채화'], 색: ['하얀'], 장소: ['바닷가'], 시간: ['노을'], 동작: ['앉아'] },
    ],
    ['비 내리는 밤의 서울 골목길, 우산을 쓴 소녀', { 장소: ['서울', '골목길'], 시간: ['밤'], 날씨: ['비'] }],
    [
      '푸르른 숲속의 작은 오두막과 따뜻한 햇살',
      { 주제: ['작은 오두막'], 색: ['푸르른'], 장소: ['숲속'], 분위기: ['따뜻한'], 날씨: ['햇살'] },
    ],
    ['희망과 용기에 대한 추상적인 이미지를 그려줘', { 주제: ['희망', '용기'], 스타일: ['추상적인'] }],
    ['우주를 여행하는 강아지, cinematic', { 주제: ['강아지'], 스타일: ['cinematic'], 장소: ['우주'] }],
  ])('%s', async (content, expected) => {
    expect(await groupsOf(content)).toMatchObject(expected);
  });

  it.each(['the', '🎉', '있는', '海辺の猫', '...'])('has at least one group for %s', async (content) => {
    const groups = await groupsOf(content);
    expect(Object.values(groups).flat().length).toBeGreaterThan(0);
  });

  it('keeps a long text readable: twelve words a group, those used most', async () => {
    const words = Array.from({ length: 400 }, (_, at) => `thing${String.fromCharCode(97 + (at % 26))}${at}`);
    const { subject } = await groupsOf(`${words.join(' and ')}. A lantern. The lantern. My lantern.`);
    expect(subject).toHaveLength(12);
    expect(subject).toContain('lantern');
  });

  it('leaves the server free for others, however hard the text is, and is read in time [METER-4]', async () => {
    const { person } = engineApp;
    const ended: string[] = [];
    const hard = person.post('/nodes/analyze', { content: "it's ".repeat(4_000) }).then((answer) => {
      ended.push('text');
      return answer;
    });
    await person.get('/healthz').then(() => ended.push('health'));
    expect((await hard).statusCode).toBe(200);
    expect(ended).toEqual(['health', 'text']);
  });

  it('is dropped when it takes too long, and the next text is read [METER-4]', async () => {
    const analyser = new OfflineAnalyser(1);
    const never = new AbortController().signal;
    await expect(analyser.analyse("it's ".repeat(4_000), never)).rejects.toMatchObject({ code: 'timeout' });
    expect((await new OfflineAnalyser().analyse('sea', never)).groups).toEqual([{ key: 'place', value: ['sea'] }]);
  });

  it('takes 1 to 20,000 characters that say something [ANALYZE-1]', async () => {
    const { person, app } = engineApp;
    expect((await person.post('/nodes/analyze', { content: '' })).statusCode).toBe(400);
    expect((await person.post('/nodes/analyze', { content: 'a'.repeat(20_001) })).statusCode).toBe(400);
    expect((await person.post('/nodes/analyze', { content: ' \n ' })).json()).toMatchObject({
      code: 'nothingToAnalyse',
    });
    expect((await person.post('/nodes/analyze', { content: 'sea '.repeat(5_000) })).json()).toEqual([
      { key: 'place', value: ['sea'] },
    ]);
    const visitor = await app.inject({ method: 'POST', url: '/nodes/analyze', payload: { content: 'sea' } });
    expect(visitor.statusCode).toBe(401);
  });
});

describe('a text read by Gemini', () => {
  it('comes back in groups, by a schema, without empty ones [ENGINE-8]', async () => {
    const { url, requests } = await gemini([
      { text: '[{"key":"주제","value":[" 배 ",""]},{"key":"색","value":[]},{"key":"시간","value":["밤"]}]' },
    ]);
    const { person } = await openEngineApp(undefined, askingAt(url));
    const answer = await person.post('/nodes/analyze', { content: '밤바다의 배' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual([
      { key: '주제', value: ['배'] },
      { key: '시간', value: ['밤'] },
    ]);
    expect(requests[0]?.body.contents[0]?.parts).toEqual([{ text: '밤바다의 배' }]);
    expect(requests[0]?.body.generationConfig).toMatchObject({
      responseMimeType: 'application/json',
      responseSchema: {},
    });
  });

  it('is answered with an error body where there are no groups [ENGINE-8]', async () => {
    const cases: [GeminiAnswer, number, string][] = [
      [{ text: 'Here are your groups!' }, 502, 'unreadable'],
      [{ text: '{"subject":"boat"}' }, 502, 'unreadable'],
      [{ text: '[]' }, 502, 'empty'],
      [{ blocked: 'SAFETY' }, 422, 'refusedSafety'],
      [{ error: { code: 401, status: 'UNAUTHENTICATED' } }, 503, 'keyRefused'],
      [quota(retryIn('7s')), 429, 'quota'],
    ];
    const { url } = await gemini(cases.map(([prepared]) => prepared));
    const { person } = await openEngineApp(undefined, askingAt(url));
    for (const [, status, code] of cases) {
      const answer = await person.post('/nodes/analyze', { content: 'a boat' });
      expect(answer.statusCode).toBe(status);
      const body = answer.json<{ message: string; error: string; retryAt?: string }>();
      expect(body).toMatchObject({ code });
      expect(body.retryAt !== undefined).toBe(code === 'quota');
      expect(body.error).toBe(body.message);
    }
  });

  it('is dropped in time', async () => {
    const { url } = await gemini([{ hang: true }]);
    const client = geminiClient({ apiKey: KEY, baseUrl: url });
    const analyser = new GeminiAnalyser({ client, models: MODELS, log: pino({ level: 'silent' }), timeoutMs: 60 });
    await expect(analyser.analyse('a boat', new AbortController().signal)).rejects.toMatchObject({ code: 'timeout' });
  });
});
