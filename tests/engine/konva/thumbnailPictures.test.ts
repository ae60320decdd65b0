import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DecodedPicture, PictureDecoder } from '../../../src/engine/konva/pictures/PictureDecoder';
import { ThumbnailPictures } from '../../../src/engine/konva/pictures/ThumbnailPictures';

const closed: string[] = [];
const decoded = (url: string, width: number): DecodedPicture => ({
  bitmap: url,
  width,
  height: width,
  close: () => void closed.push(url),
});

let asked: string[];
let answers: Map<string, Promise<DecodedPicture | 'unanswered'>>;
let decoder: PictureDecoder;
let pictures: ThumbnailPictures;
let waiting: AbortSignal;

beforeEach(() => {
  closed.length = 0;
  waiting = new AbortController().signal;
  asked = [];
  answers = new Map();
  decoder = {
    atOnce: 2,
    decode: ([url = ''], width) => {
      asked.push(`${url} ${width}`);
      return answers.get(url) ?? Promise.resolve(decoded(url, width));
    },
    dispose: () => undefined,
  };
  pictures = new ThumbnailPictures({ resolveUrl: (url) => url, known: () => null, decoder });
});

describe('the pictures of a thumbnail', () => {
  it('are loaded wherever they are, about as wide as they are drawn, and once [THUMB-11]', async () => {
    const wanted = new Map([
      ['a', 40],
      ['b', 300],
    ]);
    expect(await pictures.load(wanted, waiting)).toBe(true);
    expect(await pictures.load(wanted, waiting)).toBe(true);
    expect(asked).toEqual(['a 64', 'b 512']);
    expect(pictures.get('b', 300)).toMatchObject({ bitmap: 'b' });
    expect(pictures.isWaiting).toBe(false);
  });

  it('come small from a server that has small versions, where they are drawn small', async () => {
    pictures = new ThumbnailPictures({
      resolveUrl: (url) => url,
      smallUrl: (url) => `small/${url}`,
      known: () => null,
      decoder,
    });
    await pictures.load(
      new Map([
        ['a', 200],
        ['b', 300],
      ]),
      waiting,
    );
    expect(asked).toEqual(['small/a 256', 'b 512']);
  });

  it('are complete when one of them can never be loaded, and not while one is unanswered [THUMB-11]', async () => {
    answers.set('gone', Promise.reject(new Error('404')));
    answers.set('later', Promise.resolve('unanswered'));
    expect(await pictures.load(new Map([['gone', 100]]), waiting)).toBe(true);
    expect(pictures.get('gone', 100)).toBe('broken');
    expect(await pictures.load(new Map([['later', 100]]), waiting)).toBe(false);
    expect([pictures.get('later', 100), pictures.isWaiting]).toEqual(['loading', true]);
    answers.delete('later');
    expect(await pictures.load(new Map([['later', 100]]), waiting)).toBe(true);
  });

  it('are asked for again where they were broken, once the network or the member has come back [THUMB-11]', async () => {
    answers.set('gone', Promise.reject(new Error('404')));
    const wanted = new Map([['gone', 100]]);
    await pictures.load(wanted, waiting);
    answers.delete('gone');
    await pictures.load(wanted, waiting);
    expect(pictures.get('gone', 100)).toBe('broken');
    pictures.retryBroken();
    await pictures.load(wanted, waiting);
    expect(pictures.get('gone', 100)).toMatchObject({ bitmap: 'gone' });
  });

  it('do not wait for another site, which may forbid its pictures without a word', async () => {
    answers.set('https://elsewhere.test/a.png', Promise.resolve('unanswered'));
    const wanted = new Map([['https://elsewhere.test/a.png', 100]]);
    expect(await pictures.load(wanted, waiting)).toBe(true);
    expect(pictures.get('https://elsewhere.test/a.png', 100)).toBe('broken');
    await pictures.load(wanted, waiting);
    expect(asked).toHaveLength(2);
  });

  it('are not waited for longer than the signal says, and are there the next time', async () => {
    let answer: (picture: DecodedPicture) => void = vi.fn();
    answers.set(
      'slow',
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const stop = new AbortController();
    const loaded = pictures.load(new Map([['slow', 100]]), stop.signal);
    await vi.waitFor(() => expect(asked).toEqual(['slow 128']));
    stop.abort();
    expect(await loaded).toBe(false);
    answer(decoded('slow', 128));
    await new Promise((resolve) => setImmediate(resolve));
    expect(await pictures.load(new Map([['slow', 100]]), stop.signal)).toBe(true);
  });

  it('are left out when they would be too small to recognise', () => {
    expect(pictures.get('tiny', 20)).toBe('loading');
    expect(pictures.isWaiting).toBe(false);
  });

  it('are dropped when the flow does not show them any more', async () => {
    await pictures.load(new Map([['a', 40]]), waiting);
    await pictures.load(new Map([['b', 40]]), waiting);
    expect(closed).toEqual(['a']);
    pictures.dispose();
    expect(closed).toEqual(['a', 'b']);
  });
});
