import { describe, expect, it, vi } from 'vitest';
import { engineFailure } from '../../server/generation/engineFailure';
import { ENGINE_FAILURES } from '../../src/api/contract';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING } from '../../src/engine/render/card/PaintEnvironment';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';
import { Sheet } from '../support/nodeCanvas';
import { environmentAt, nodeOf } from '../support/paintWorld';

/** The text on a card whose run has failed for this reason. */
function written(message: string): string[] {
  const { ctx } = new Sheet(300, 300);
  const write = vi.spyOn(ctx, 'fillText');
  paintCard(ctx, nodeOf('image'), { ...RESTING, run: { state: 'failed', message } }, environmentAt());
  return write.mock.calls.map(([text]) => text);
}

const english = [
  ...[...ENGINE_FAILURES, 'aborted' as const].map((code) => engineFailure('picture', code).message),
  ...Object.values(en.failure),
];
const sentences = [
  ...english.map((text) => text.replace('{{time}}', '17:00 on 11/22')),
  ...Object.values(ko.failure).map((text) => text.replace('{{time}}', '11월 22일 17:00')),
].filter((text) => text !== '{{message}}');

describe('why a run has failed', () => {
  it.each(sentences)('is on the card to its last word: %s', (sentence) => {
    const texts = written(sentence);
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.filter((text) => text.includes('…'))).toEqual([]);
  });
});
