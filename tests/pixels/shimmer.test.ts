import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Shimmer } from '../../src/engine/konva/stage/Shimmer';
import { TestEditor } from '../support/TestEditor';

const STEP_MS = 1000 / 15 + 1;

const desk = (count: number) =>
  TestEditor.with(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`n${index}`, { type: 'image', at: [index * 300, 0] }]),
    ),
  );

/** A stage whose frames all contain these waiting cards. */
function stage(editor: TestEditor, waiting: Set<string>) {
  const shimmer = new Shimmer(editor.engine);
  let frames = 0;
  const draw = (): void => {
    frames++;
    const { awaited } = shimmer.options();
    for (const id of waiting) awaited.add(id);
    shimmer.follow();
  };
  editor.engine.subscribe((event) => {
    if (event.type === 'invalidate' && event.reason === 'shimmer') draw();
  });
  draw();
  return {
    shimmer,
    framesIn: (ms: number): number => {
      const before = frames;
      vi.advanceTimersByTime(ms);
      return frames - before;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the light over pictures that are on their way', () => {
  it('moves while they are, and its clock stops with the last of them [CARD-3]', () => {
    const waiting = new Set(['n0', 'n1']);
    const { framesIn, shimmer } = stage(desk(3), waiting);
    const phases = Array.from({ length: 5 }, () => {
      framesIn(STEP_MS);
      return shimmer.options().shimmer;
    });
    expect(new Set(phases).size).toBe(5);
    waiting.clear();
    framesIn(STEP_MS);
    expect(framesIn(10_000)).toBe(0);
  });

  it('rests where very many wait', () => {
    const many = new Set(Array.from({ length: 13 }, (_, index) => `n${index}`));
    expect(stage(desk(13), many).framesIn(10_000)).toBe(0);
    many.delete('n12');
    expect(stage(desk(13), many).framesIn(1000)).toBeGreaterThan(10);
  });

  it('rests under reduced motion [CARD-3]', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const { framesIn, shimmer } = stage(desk(1), new Set(['n0']));
    expect(framesIn(10_000)).toBe(0);
    expect(shimmer.options().shimmer).toBeUndefined();
  });

  it('leaves nothing behind when the stage goes', () => {
    const { framesIn, shimmer } = stage(desk(1), new Set(['n0']));
    shimmer.stop();
    expect(framesIn(10_000)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
