import { GESTURES, type ContestantName, type GestureName } from './flags';
import type { ContestantFigures } from './measureContestant';
import { GESTURE_NAMES } from './report';

const PANEL = { width: 300, height: 210, left: 44, top: 34, right: 12, bottom: 34 } as const;
const COLUMNS = 3;
const HEAD = 86;
const FOOT = 30;
/** One frame of 60 a second. */
const FRAME_MS = 1000 / 60;
const MS_MIN = 1;
const MS_MAX = 5000;
const TICKS_MS = [1, 10, 100, 1000] as const;

const STYLES: Readonly<Record<ContestantName, { name: string; colour: string; dash?: string; width: number }>> = {
  mulgil: { name: 'Mulgil', colour: '#2f6bff', width: 3 },
  limit: { name: 'bare canvas (the limit)', colour: '#1a1a1e', dash: '4 3', width: 1.5 },
  reactflow: { name: 'React Flow', colour: '#e5484d', width: 1.5 },
  'reactflow-visible': { name: 'React Flow, only visible', colour: '#b37f00', width: 1.5 },
  litegraph: { name: 'litegraph', colour: '#3f8f5f', width: 1.5 },
};

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words}</text>`;

const shortCount = (count: number): string => (count >= 1000 ? `${count / 1000}k` : String(count));

/** Busy milliseconds a step over the size of the flow, a panel for each gesture, as an SVG of its own. */
export function chart(all: readonly ContestantFigures[], note: string): string {
  const shown = GESTURES.filter((gesture) => gesture !== 'idle' && all.some(({ gestures }) => gestures[gesture]));
  const sizes = [...new Set(all.map(({ nodes }) => nodes))].toSorted((a, b) => a - b);
  const rows = Math.ceil(shown.length / COLUMNS);
  const width = PANEL.width * COLUMNS + 24;
  const height = HEAD + rows * PANEL.height + FOOT;
  const panels = shown.map((gesture, index) => {
    const x = 12 + (index % COLUMNS) * PANEL.width;
    const y = HEAD + Math.floor(index / COLUMNS) * PANEL.height;
    return `<g transform="translate(${x} ${y})">${panel(gesture, all, sizes)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="11" fill="#62626c" role="img" aria-labelledby="title">`,
    '<title id="title">Main-thread milliseconds a step, by gesture and number of nodes</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(20, 28, 'How busy a gesture keeps the main thread', 'font-size="16" font-weight="600" fill="#1a1a1e"'),
    text(
      20,
      46,
      'Milliseconds a step of input, over the number of nodes; both scales are logarithmic. The line is one frame.',
    ),
    legend(all),
    ...panels,
    text(20, height - 12, note, 'font-size="10"'),
    '</svg>',
    '',
  ].join('\n');
}

function legend(all: readonly ContestantFigures[]): string {
  let x = 20;
  const entries = Object.entries(STYLES)
    .filter(([name]) => all.some(({ contestant }) => contestant === name))
    .map(([, { name, colour, dash, width }]) => {
      const entry = `<path d="M${x} 66h22" stroke="${colour}" stroke-width="${width}"${dash ? ` stroke-dasharray="${dash}"` : ''}/>${text(x + 28, 70, name, 'fill="#1a1a1e"')}`;
      x += 48 + name.length * 6.2;
      return entry;
    });
  return entries.join('');
}

/** How far along a logarithmic scale a value lies, 0 to 1. */
const share = (value: number, from: number, to: number): number =>
  to === from ? 0.5 : (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from));

function panel(gesture: GestureName, all: readonly ContestantFigures[], sizes: readonly number[]): string {
  const right = PANEL.width - PANEL.right;
  const bottom = PANEL.height - PANEL.bottom;
  const [least = 1, most = 1] = [sizes[0], sizes.at(-1)];
  const xOf = (nodes: number): number => PANEL.left + share(nodes, least, most) * (right - PANEL.left);
  const yOf = (ms: number): number =>
    bottom - share(Math.min(MS_MAX, Math.max(MS_MIN, ms)), MS_MIN, MS_MAX) * (bottom - PANEL.top);

  const grid = TICKS_MS.map(
    (ms) =>
      `<path d="M${PANEL.left} ${yOf(ms).toFixed(1)}H${right}" stroke="#ececef"/>${text(PANEL.left - 6, yOf(ms) + 4, String(ms), 'text-anchor="end"')}`,
  );
  const frame = `<path d="M${PANEL.left} ${yOf(FRAME_MS).toFixed(1)}H${right}" stroke="#a0a0aa" stroke-dasharray="2 3"/>`;
  const counts = sizes.map((nodes) => text(xOf(nodes), bottom + 16, shortCount(nodes), 'text-anchor="middle"'));
  const lines = Object.entries(STYLES).map(([name, style]) => {
    const points = all
      .filter(({ contestant, gestures }) => contestant === name && gestures[gesture])
      .map(({ nodes, gestures }) => [xOf(nodes), yOf(gestures[gesture]?.busyMs ?? MS_MIN)] as const);
    if (points.length === 0) return '';
    const path = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
    const dots = points.map(
      ([x, y]) =>
        `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${1.5 + style.width / 2}" fill="${style.colour}"/>`,
    );
    return `<path d="${path}" fill="none" stroke="${style.colour}" stroke-width="${style.width}"${style.dash ? ` stroke-dasharray="${style.dash}"` : ''}/>${dots.join('')}`;
  });
  return [
    text(PANEL.left, 18, GESTURE_NAMES[gesture], 'font-size="12" font-weight="600" fill="#1a1a1e"'),
    ...grid,
    frame,
    ...counts,
    // Ours is drawn last, over the others.
    ...lines.toReversed(),
  ].join('');
}
