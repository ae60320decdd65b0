import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerFonts } from '../support/nodeCanvas';
import { StagePage } from './support/StagePage';

const CARDS = 80;

beforeAll(registerFonts);

describe('what is taken up and put down', () => {
  let page: StagePage;
  beforeEach(() => {
    page = new StagePage();
  });
  afterEach(() => {
    page.close();
  });

  const takeUp = () => {
    page.editor.engine.selectAll();
    page.settle();
    page.drag();
  };

  it('is taken up and put down in several frames, and no card is missing in any of them', () => {
    expect(page.cardsSeen()).toBe(CARDS);
    takeUp();
    const lifting = page.settle();
    expect(lifting.length).toBeGreaterThan(1);
    page.editor.pointerUp();
    const putting = page.settle();
    expect(putting.length).toBeGreaterThan(1);
    expect([...lifting.slice(-1), ...putting]).toEqual([CARDS, ...putting.map(() => CARDS)]);
  });

  it('would be seen to be missing', () => {
    page.editor.engine.apply(page.editor.nodes.slice(1).map((id) => ({ type: 'removeNode', id })));
    page.settle();
    expect(page.cardsSeen()).toBe(1);
  });

  it('is put down at once when the view moves before it has been', () => {
    takeUp();
    page.settle();
    page.editor.pointerUp();
    page.frame();
    page.editor.engine.view.panBy({ x: 14, y: 0 });
    expect(page.frame()).toBe(CARDS);
  });

  it('can be taken up again before it has been put down', () => {
    takeUp();
    page.settle();
    page.editor.pointerUp();
    page.frame();
    page.drag();
    page.settle();
    expect(page.cardsSeen()).toBe(CARDS);
    page.editor.cancel();
    expect(page.settle().at(-1)).toBe(CARDS);
  });
});

it('paints a canvas that takes the place of another whole, though nothing has changed', () => {
  const page = new StagePage();
  page.renewWorld();
  expect(page.settle()).toEqual([]);
  expect(page.cardsSeen()).toBe(CARDS);
  page.close();
});
