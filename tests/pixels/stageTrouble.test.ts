import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerFonts } from '../support/nodeCanvas';
import { StagePage } from './support/StagePage';

const CARDS = 80;

let page: StagePage;
beforeAll(registerFonts);
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

const carryAll = () => {
  page.editor.engine.selectAll();
  page.settle();
  page.drag();
  page.settle();
};

describe('with all cards dragged', () => {
  it('a page that is zoomed shows those in view where they are, as large as they are', () => {
    page = new StagePage();
    carryAll();
    page.zoomPage(2);
    expect(page.cardsInView()).toBeGreaterThan(10);
    expect(page.cardsInView()).toBeLessThan(CARDS / 2);
    expect(page.settle().at(-1)).toBe(page.cardsInView());
    page.editor.pointerUp();
    expect(page.settle().at(-1)).toBe(page.cardsInView());
    page.zoomPage(1 / 2);
    expect(page.settle().at(-1)).toBe(CARDS);
  });

  it('a browser that loses the canvases and gives them back has all cards on them again, with the next frame', () => {
    page = new StagePage(2);
    carryAll();
    expect(page.cardsSeen()).toBe(CARDS);
    page.loseCanvases();
    expect(page.cardsSeen()).toBe(0);
    expect(page.frame()).toBe(CARDS);
    page.editor.pointerUp();
    expect(page.settle().at(-1)).toBe(CARDS);
  });

  it('the canvases may be lost before all cards have come into the hand, or have left it', () => {
    page = new StagePage(2);
    page.editor.engine.selectAll();
    page.settle();
    page.drag();
    page.frame();
    page.loseCanvases();
    expect(page.frame()).toBe(CARDS);
    page.settle();
    page.editor.pointerUp();
    page.frame();
    page.loseCanvases();
    expect(page.frame()).toBe(CARDS);
    expect(page.settle().at(-1) ?? CARDS).toBe(CARDS);
  });
});

describe('a draw loop that starts again on the same stage', () => {
  it('shows new parts on the overlay that the last one had removed', () => {
    page = new StagePage();
    expect(page.isOverlayShown).toBe(false);
    page.restartLoop();
    page.settle();
    page.drag();
    expect(page.settle().at(-1)).toBe(CARDS);
    expect(page.isOverlayShown).toBe(true);
  });

  it('draws what the last one had not reached', () => {
    page = new StagePage();
    page.drag();
    page.restartLoop();
    page.settle();
    expect(page.isOverlayShown).toBe(true);
    expect(page.cardsSeen()).toBe(CARDS);
  });

  it('paints in full what the middle of a zoom had only stretched', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    page = new StagePage();
    for (const zoom of [0.11, 0.12, 0.13]) {
      page.editor.engine.view.setViewport({ x: 5, y: 5, zoom });
      page.settle();
    }
    const stretched = page.print();
    page.restartLoop();
    vi.runAllTimers();
    page.settle();
    const painted = page.print();
    expect(painted).not.toBe(stretched);
    page.renewWorld();
    expect(page.print()).toBe(painted);
  });
});
