import { createCanvas } from '@napi-rs/canvas';
import { Editor, PAINT_THEMES, PAINT_WORDS, paintWorld, type CellSource, type Snapshot } from '../../src/engine';
import { PicturesInView } from '../../src/engine/konva/pictures/PicturesInView';
import type { Take } from '../../src/api/contractTakes';
import { CellsStore } from '../../src/stores/cells/CellsStore';
import { FlowStore } from '../../src/stores/flow/FlowStore';
import { TakesStore, type TakesDeps } from '../../src/stores/takes/TakesStore';
import { inPairs } from '../inPairs';
import { median, quantile } from '../quantile';
import { CELL, sheetOf } from './sheetOf';

/**
 * A sheet compared with a canvas of as many cards with a picture each, in processor time, so that other work of the machine does not count.
 */
export interface SheetFigures {
  readonly cells: number;
  /** Time from the text of the canvas to the end of the first frame, which waits for no take. */
  readonly openMs: { readonly cards: number; readonly sheet: number; readonly ratio: number };
  /** A page of its takes that comes in, from its text to the end of the frame that shows it. */
  readonly pageMs: { readonly median: number; readonly p95: number; readonly max: number };
  /** A step of a pan, with what comes into view painted. */
  readonly panMs: {
    readonly cards: number;
    readonly sheet: number;
    readonly sheetP95: number;
    readonly sheetMax: number;
    readonly ratio: number;
  };
  /** Pictures in view, and how many of them the median step of the sheet read and drew. */
  readonly counts: {
    readonly inView: number;
    readonly cardsInView: number;
    readonly asked: number;
    readonly drawn: number;
  };
}

const PAIRS = 7;
const STEPS = 90;
/** Number of takes that the server gives at a time. */
const PAGE = 200;
const STEP = 16;
const STAGE = { width: 1440, height: 844 };
/** Size of a card that looks as large as a cell, so that about as many are in view: wide enough to be pictures. */
const CARD = { width: 300, height: 270 };
const FAR_ZOOM = CELL / CARD.width;

type World = 'cards' | 'sheet';

const urlOf = (index: number): string => `/files/${index.toString(16).padStart(64, '0')}.png`;

function cardsOf(count: number): Snapshot {
  const side = Math.ceil(Math.sqrt(count));
  return {
    nodes: Array.from({ length: count }, (_node, index) => ({
      id: `art-${index}`,
      type: 'image',
      position: { x: (index % side) * CARD.width, y: Math.floor(index / side) * CARD.height },
      data: { model: 'Gemini-2.5-flash', value: urlOf(index) },
    })),
    edges: [],
    viewport: { x: -200, y: -200, zoom: FAR_ZOOM },
  };
}

const takesOf = (side: number): readonly Take[] =>
  Array.from({ length: side * side }, (_take, index): Take => ({
    id: side * side - index,
    projectId: 1,
    nodeId: 'art',
    url: urlOf(index),
    recipe: null,
    key: null,
    number: 0,
    cell: { rows: `rows${Math.floor(index / side)}`, columns: `columns${index % side}` },
    model: 'offline-preview',
    costMicros: 0,
    createdAt: '2026-11-24T00:00:00.000Z',
    rating: null,
  }));

const pagesOf = (takes: readonly Take[]): readonly string[] =>
  Array.from({ length: Math.ceil(takes.length / PAGE) }, (_page, at) =>
    JSON.stringify(takes.slice(at * PAGE, (at + 1) * PAGE)),
  );

function spent(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

const milliseconds = (work: () => void): number => {
  const begun = process.cpuUsage();
  work();
  return spent(begun);
};

interface Opened {
  readonly editor: Editor;
  readonly cells: CellSource;
  readonly counts: { asked: number; drawn: number };
  readonly frame: (region?: Parameters<typeof paintWorld>[3]) => void;
  /** Reads all takes of the sheet page by page; reports the cost of each page. */
  readonly readTakes: (each: (ms: number) => void) => Promise<void>;
  readonly dispose: () => void;
}

const nothing = (): void => undefined;
const photo = createCanvas(256, 256);

/** Opens a canvas as a browser does, without its DOM: the editor, what its cells are, and a first frame on a canvas. */
function open(snapshot: string, pages: readonly string[]): Opened {
  const editor = new Editor({ snapshot: JSON.parse(snapshot) as Snapshot, uniqueId: () => '' });
  editor.view.setSize(STAGE);
  const flow = new FlowStore(editor);
  let beforePage: () => void = nothing;
  const takes = new TakesStore({
    pid: 1,
    editor,
    api: { list: (_pid, { before }) => answerPage(Number(before ?? 0)) } as TakesDeps['api'],
    clock: { after: () => () => undefined } as unknown as TakesDeps['clock'],
    network: { isOnline: () => true, subscribe: () => () => undefined },
    notify: nothing,
    announce: nothing,
  });
  const answerPage: TakesDeps['api']['list'] extends (...asked: never) => infer Page ? (at: number) => Page : never = (
    at,
  ) => {
    beforePage();
    const next = at + 1 < pages.length ? String(at + 1) : null;
    return Promise.resolve({ takes: JSON.parse(pages[at] ?? '[]') as Take[], next });
  };
  const store = new CellsStore({ flow, takes, runs: { cellSteps: () => new Map() } });
  const counts = { asked: 0, drawn: 0 };
  const cells: CellSource = {
    get: (nodeId) => store.get(nodeId),
    tableOf: (nodeId) => store.tableOf(nodeId),
  };
  const context = createCanvas(STAGE.width, STAGE.height).getContext('2d');
  const inView = new PicturesInView(editor, cells);
  const options = {
    theme: PAINT_THEMES.light,
    words: PAINT_WORDS.ko,
    size: STAGE,
    pixelRatio: 1,
    isInteractive: true,
    cells,
    pictures: {
      get: (url: string) => {
        counts.asked += 1;
        if (!inView.all.has(url)) return 'loading' as const;
        counts.drawn += 1;
        return { bitmap: photo, width: 256, height: 256 };
      },
    },
  };
  const frame: Opened['frame'] = (region) => void paintWorld(context, editor, options, region);
  return {
    editor,
    cells,
    counts,
    frame,
    readTakes: async (each) => {
      let begun: NodeJS.CpuUsage | null = null;
      beforePage = () => {
        if (begun) {
          frame();
          each(spent(begun));
        }
        begun = process.cpuUsage();
      };
      await takes.loadNode('art');
      beforePage();
    },
    dispose: () => {
      store.dispose();
      takes.dispose();
    },
  };
}

/** Pans to the right: each step paints the strip that comes into view, as the stage does, and requests its pictures. */
function pan({ editor, frame, counts }: Opened, each: (ms: number, asked: number, drawn: number) => void): void {
  const strip = { x: STAGE.width - STEP, y: 0, width: STEP, height: STAGE.height };
  for (let step = 0; step < STEPS; step += 1) {
    [counts.asked, counts.drawn] = [0, 0];
    const { viewport } = editor.view;
    const ms = milliseconds(() => {
      // There and back, so that it never comes to the end.
      editor.view.setViewport({ ...viewport, x: viewport.x + (step < STEPS / 2 ? -STEP : STEP) });
      frame(step < STEPS / 2 ? strip : { ...strip, x: 0 });
    });
    each(ms, counts.asked, counts.drawn);
  }
}

export async function measureSheet(cells: number): Promise<SheetFigures> {
  const side = Math.round(Math.sqrt(cells));
  const worlds: Readonly<Record<World, readonly [snapshot: string, pages: readonly string[]]>> = {
    cards: [JSON.stringify(cardsOf(side * side)), []],
    sheet: [JSON.stringify(sheetOf(side)), pagesOf(takesOf(side))],
  };
  const openOnce = async (world: World): Promise<number> => {
    let opened: Opened | null = null;
    const ms = milliseconds(() => {
      opened = open(...worlds[world]);
      opened.frame();
    });
    (opened as Opened | null)?.dispose();
    return ms;
  };
  const openings = await inPairs(PAIRS, { without: () => openOnce('cards'), with: () => openOnce('sheet') });

  const steps = { ms: [] as number[], asked: [] as number[], drawn: [] as number[] };
  const panned: Readonly<Record<World, Opened>> = { cards: open(...worlds.cards), sheet: open(...worlds.sheet) };
  const panOnce = async (world: World): Promise<number> => {
    const own: number[] = [];
    pan(panned[world], (ms, asked, drawn) => {
      own.push(ms);
      if (world !== 'sheet') return;
      steps.ms.push(ms);
      steps.asked.push(asked);
      steps.drawn.push(drawn);
    });
    return own.reduce((sum, ms) => sum + ms, 0) / own.length;
  };
  const pages: number[] = [];
  await panned.sheet.readTakes((ms) => pages.push(ms));
  for (const world of ['cards', 'sheet'] as const) panned[world].frame();
  const pans = await inPairs(PAIRS, { without: () => panOnce('cards'), with: () => panOnce('sheet') });
  const inView = (world: World): number => new PicturesInView(panned[world].editor, panned[world].cells).all.size;
  const [cardsInView, cellsInView] = [inView('cards'), inView('sheet')];
  for (const world of ['cards', 'sheet'] as const) panned[world].dispose();
  return {
    cells: side * side,
    openMs: { cards: median(openings.without), sheet: median(openings.with), ratio: openings.ratio },
    pageMs: { median: median(pages), p95: quantile(pages, 0.95), max: Math.max(...pages) },
    panMs: {
      cards: median(pans.without),
      sheet: median(pans.with),
      sheetP95: quantile(steps.ms, 0.95),
      sheetMax: Math.max(...steps.ms),
      ratio: pans.ratio,
    },
    counts: { inView: cellsInView, cardsInView, asked: median(steps.asked), drawn: median(steps.drawn) },
  };
}
