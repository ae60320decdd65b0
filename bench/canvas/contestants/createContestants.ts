import type { ServedPages } from '../servePages';
import type { Contestant } from './Contestant';
import { createMulgil } from './createMulgil';
import { createPage } from './createPage';

/** React Flow's wheel: a pixel is this much of the zoom's logarithm to the base of 2. */
const REACT_FLOW_WHEEL = 0.002;
const CANVAS = { selector: 'canvas', isCanvas: true };
const EDGE = { selector: '.react-flow__edge-path', isCanvas: false };
const reactFlowWheel = (turns: number): number => (Math.log2(50) / REACT_FLOW_WHEEL / turns) * 1.001;

/** The pages that have to be bundled. */
export const PAGES = ['limit', 'reactflow', 'litegraph'] as const;

/** Everybody, in the order they are measured and reported in. */
export function createContestants(serverUrl: string, pages: ServedPages): readonly Contestant[] {
  const mulgil = createMulgil(serverUrl);
  const reactFlow = { page: 'reactflow', firstPaint: EDGE, wheelTurn: reactFlowWheel };
  return [
    mulgil,
    createPage(pages, { name: 'limit', page: 'limit', firstPaint: CANVAS, wheelTurn: mulgil.wheelTurn }),
    createPage(pages, { ...reactFlow, name: 'reactflow' }),
    createPage(pages, { ...reactFlow, name: 'reactflow-visible', query: '&visible' }),
    createPage(pages, { name: 'litegraph', page: 'litegraph', firstPaint: CANVAS, wheelTurn: () => 100 }),
  ];
}
