import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveReference, referencesOf, requestItems } from '../../../src/engine';
import { pipe, TestEditor } from '../../support/TestEditor';

/** Words and pictures at the left of a node, in this order: a picture's letter is a capital. */
function open(names: readonly string[]): TestEditor {
  const nodes = names.map((name, index): [string, { type: string; at: [number, number]; data: object }] => {
    const isPicture = name === name.toUpperCase();
    const data = { value: isPicture ? `/files/${name}.png` : name };
    return [name, { type: isPicture ? 'imageUpload' : 'textPrompt', at: [0, 300 * index], data }];
  });
  return TestEditor.with(
    { ...Object.fromEntries(nodes), art: { type: 'image', at: [450, 0] } },
    names.map((name) => (name === name.toUpperCase() ? pipe(name, 'art', 'image') : pipe(name, 'art'))),
  );
}

const numbered = ({ engine: { document } }: TestEditor): string =>
  referencesOf(document, 'art')
    .map(({ nodeId }) => nodeId)
    .join('');
const sent = ({ engine: { document } }: TestEditor): string[] =>
  requestItems(document, 'art').flatMap((item) => (item.type === 'image_prompt' ? [item.content] : []));

describe('the pictures that go with a run', () => {
  it('are numbered as the request has them, in whatever order they are laid and moved [REFER-1]', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['A', 'B', 'C', 'D', 'x', 'y'], { minLength: 1 }),
        fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 6 }),
        (inputs, moves) => {
          const canvas = open(inputs);
          const order = inputs.filter((name) => name === name.toUpperCase());
          for (const [from, to] of moves) {
            canvas.engine.apply(moveReference(canvas.engine.document, 'art', from, to));
            const moved = order[from];
            if (moved !== undefined && to < order.length) order.splice(to, 0, ...order.splice(from, 1));
          }
          expect(numbered(canvas)).toBe(order.join(''));
          expect(sent(canvas)).toEqual(order.map((name) => `/files/${name}.png`));
        },
      ),
    );
  });

  it('leave out muted and empty ones, take those that a bypassed node passes on, and move with all on their way [REFER-1]', () => {
    const canvas = TestEditor.with(
      {
        one: { type: 'imageUpload', at: [0, 0], data: { value: '/files/1.png' } },
        two: { type: 'imageUpload', at: [0, 300], data: { value: '/files/2.png' } },
        between: { type: 'image', at: [450, 0], data: { mode: 'bypass' } },
        three: { type: 'imageUpload', at: [450, 300], data: { value: '/files/3.png' } },
        still: { type: 'imageUpload', at: [450, 600], data: { value: '/files/4.png', mode: 'mute' } },
        blank: { type: 'imageUpload', at: [450, 900] },
        art: { type: 'image', at: [900, 0] },
      },
      [
        pipe('one', 'between', 'image'),
        pipe('two', 'between', 'image'),
        ...['between', 'still', 'blank', 'three'].map((from) => pipe(from, 'art', 'image')),
      ],
    );
    const urls = () => referencesOf(canvas.engine.document, 'art').map(({ url }) => url);
    expect(urls()).toEqual(['/files/1.png', '/files/2.png', '/files/3.png']);
    expect(moveReference(canvas.engine.document, 'art', 0, 1)).toEqual([]);
    canvas.engine.apply(moveReference(canvas.engine.document, 'art', 2, 0));
    expect(urls()).toEqual(['/files/3.png', '/files/1.png', '/files/2.png']);
    canvas.engine.undo();
    expect(urls()).toEqual(['/files/1.png', '/files/2.png', '/files/3.png']);
  });
});
