import { expect } from 'vitest';
import {
  paintOverlay,
  paintWorld,
  type FrameCounts,
  type FrameOptions,
} from '../../../src/engine/render/frame/paintLayers';
import { EN, LIGHT, picturesOf } from '../../support/paintWorld';
import { Recorder } from '../../support/Recorder';
import { pipe, TestEditor } from '../../support/TestEditor';

export const NODES = 4000;
const COLUMNS = 100;
export const FRAME: FrameOptions = {
  theme: LIGHT,
  words: EN,
  pictures: picturesOf(),
  size: { width: 1000, height: 700 },
  pixelRatio: 1,
  isInteractive: true,
};

export const name = (index: number) => `n${index}`;
/** A node amid the others, with one incoming and one outgoing pipe. */
export const GRABBED = name(2050);

export const gridEditor = (count = NODES, grabbed = GRABBED) => {
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: name(index),
    type: 'image',
    position: { x: (index % COLUMNS) * 300, y: Math.floor(index / COLUMNS) * 240 },
    data: {},
  }));
  const edges = nodes.slice(1).map(({ id }, index) => pipe(name(index), id, 'image'));
  const editor = new TestEditor({ nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } });
  editor.engine.view.centreOn(editor.node(grabbed).position);
  return editor;
};

export const frameOf = (editor: TestEditor, options = FRAME): FrameCounts => {
  const world = paintWorld(new Recorder(), editor.engine, options);
  const overlay = paintOverlay(new Recorder(), editor.engine, options);
  return { nodes: world.nodes + overlay.nodes, edges: world.edges + overlay.edges };
};

/** The part of this document that a stage of 1000x700 shows. */
export const IN_VIEW: FrameCounts = { nodes: 20, edges: 24 };
export const seen = ({ nodes, edges }: FrameCounts): string[] => [
  ...(nodes > IN_VIEW.nodes ? [`nodes ${nodes} > ${IN_VIEW.nodes}`] : []),
  ...(edges > IN_VIEW.edges ? [`edges ${edges} > ${IN_VIEW.edges}`] : []),
];

export const NOTHING = { told: 0, draws: 0, indexed: 0, unindexed: 0, routes: 0 };
/** Lookups of things nearby; no listener is called. */
export const A_LOOK = { told: 0, draws: 0, indexed: 0, unindexed: 0, searches: 3, routes: 4 };
/** The preview and its surface; the document's boxes stay. */
export const A_STEP = { told: 2, draws: 1, indexed: 0, unindexed: 0, routes: 4 };
/** Both surfaces, and no query at all. */
export const A_PAN = { ...NOTHING, told: 2, draws: 2, searches: 0 };
/** The node and its two pipes. */
export const A_MOVE = { told: 2, draws: 2, indexed: 3, routes: 4 };
/** The node alone. */
export const A_LETTER = { told: 2, draws: 2, indexed: 1, unindexed: 0, routes: 4 };
/** Very many changes are reported, and followed with the next query. */
export const LATER = { ...NOTHING, told: 2, draws: 2, searches: 0 };
export const ALL_STALE: unknown = expect.objectContaining({ type: 'invalidate', area: 'all' });
