import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestKey, type KeyedRequest, canonicalJson, type JsonValue } from '../../src/api/requestKey';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const BYTES = 'a'.repeat(64);
const REQUEST: KeyedRequest = {
  engine: 'gemini',
  model: 'Gemini-2.5-flash',
  settings: { aspectRatio: '16:9' },
  items: [
    { type: 'text_prompt', content: '고요한 호수' },
    { type: 'image_prompt', content: `/files/${BYTES}.png` },
  ],
  number: 0,
};

describe('canonical JSON', () => {
  it("writes the RFC's own examples as the RFC does [KEY-1]", () => {
    const sorting = {
      '€': 'Euro Sign',
      '\r': 'Carriage Return',
      '\uFB33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '😀': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    };
    const names = Object.keys(JSON.parse(canonicalJson(sorting)) as object);
    expect(canonicalJson(sorting).indexOf('Carriage')).toBeLessThan(canonicalJson(sorting).indexOf('One'));
    expect(names.toSorted()).toEqual(Object.keys(sorting).toSorted());
    expect([...canonicalJson(sorting).matchAll(/:"([^"]+)"/g)].map(([, value]) => value)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
    const numbers = [333_333_333.333_333_3, 1e30, 4.5, 2e-3, 0.000000000000000000000000001];
    const string = '€$\u000F\nA\'B"\\\\"/';
    expect(canonicalJson({ numbers, string, literals: [null, true, false] })).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
    expect(() => canonicalJson(Number.NaN)).toThrow('JSON has no such number');
  });

  it('says the same as JSON, and the same for the same in any order [KEY-1]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(turned(value) as JsonValue)).toBe(text);
      }),
    );
  });
});

describe('the key of a request', () => {
  it("is the SHA-256 of an engine's input, with pictures by their bytes [KEY-2]", () => {
    const text = `{"engine":"gemini","items":[{"content":"고요한 호수","type":"text_prompt"},{"content":"${BYTES}","type":"image_prompt"}],"model":"Gemini-2.5-flash","number":0,"settings":{"aspectRatio":"16:9"}}`;
    expect(requestKey(REQUEST, sha256)).toBe(sha256(text));
    for (const other of [
      { engine: 'offline' },
      { model: 'another' },
      { settings: {} },
      { number: 1 },
      { items: REQUEST.items.toReversed() },
    ]) {
      expect(requestKey({ ...REQUEST, ...other }, sha256)).not.toBe(requestKey(REQUEST, sha256));
    }
  });

  it('is not known while a picture is no kept file [KEY-2]', () => {
    for (const content of ['data:image/png;base64,AAAA', '', 'https://example.com/a.png', `/files/${BYTES}`]) {
      expect(requestKey({ ...REQUEST, items: [{ type: 'image_prompt', content }] }, sha256)).toBeNull();
    }
  });
});

/** Returns the same value with the members of every object in reverse order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, turned(member)]),
  );
}
