import type { Page } from 'playwright-core';
import type { Snapshot } from '../../src/engine';
import { en } from '../../src/i18n/en';
import { HAND_ZOOM } from '../canvas/handZoom';
import { signIn } from '../canvas/signIn';
import type { Flow, Role } from './Flow';
import { MulgilHands } from './MulgilHands';
import type { Tool } from './Tool';

const ROLES: Readonly<Record<string, Role>> = { textPrompt: 'text', imageUpload: 'photo', image: 'picture' };
const EMPTY: Snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: HAND_ZOOM } };
/** Middles of the columns and rows of cards, in the window. */
const X = { words: 180, sketch: 300, page: 470, hour: 590, lateHour: 710, back: 1000 } as const;
const Y = [110, 190, 270, 350, 430, 510, 590, 670, 750] as const;
/** Distance from a column's middle to the left edge of its cards, where a pipe is dropped. */
const HALF = 44;

/** The real editor on the real server, by its own quickest means. */
export function createMulgil(serverUrl: string): Tool {
  let projectId = 0;
  return {
    async open(page) {
      const context = page.context();
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: serverUrl });
      await signIn(context.request, serverUrl);
      const made = await context.request.post(`${serverUrl}/projects`, {
        data: { name: 'By hand', canvas: JSON.stringify(EMPTY) },
      });
      ({ projectId } = (await made.json()) as { projectId: number });
      await page.goto(`${serverUrl}/main/${projectId}?lng=en`);
      await page.getByTestId('stage').waitFor();
    },

    async build(page, hand) {
      const hands = new MulgilHands(page, hand);
      // Style, photo and words lead into the first sketch together. It is copied with its words; copies keep style and photo.
      const style = await hands.add('text input', { x: X.sketch, y: Y[0] });
      await hands.add('image input', { x: X.words, y: Y[0] });
      const words = await hands.add('text input', { x: X.words, y: Y[1] });
      await hand.press('Control+a');
      const sketches = [await hands.follow(style, { x: X.sketch - HALF, y: Y[1] })];
      await hand.click(await hands.cornerOf(words), { held: 'Shift' });
      await hand.press('Control+c');
      for (const y of Y.slice(2)) {
        const copies = await hands.paste('Control+Shift+v', { x: (X.words + X.sketch) / 2, y }, 2);
        sketches.push(...copies.filter((id) => id.startsWith('image_')));
      }
      const [hero = '', , , , first = '', second = ''] = sketches;

      // A marquee adds to what is selected: Escape leaves that first.
      await hand.press('Escape');
      // Style and heroes are in one column: a marquee selects them, and their pipe goes to the first page.
      await hand.drag(
        [
          { x: X.sketch - 52, y: Y[0] - 38 },
          { x: X.sketch + 20, y: Y[4] },
        ],
        'Shift',
      );
      const page1 = await hands.follow(hero, { x: X.page - HALF, y: Y[1] });
      await hand.press('Control+c');
      for (const y of Y.slice(2, 5)) await hands.paste('Control+Shift+v', { x: X.page, y }, 1);

      // So do title and pages.
      await hands.add('text input', { x: X.page, y: Y[0] });
      await hand.press('Escape');
      await hand.drag(
        [
          { x: X.page - 52, y: Y[0] - 38 },
          { x: X.page + 20, y: Y[4] },
        ],
        'Shift',
      );
      const cover = await hands.follow(page1, { x: X.back - HALF, y: Y[2] });

      for (const [start, row, columns] of [
        [first, 5, [X.page, X.hour, X.lateHour]],
        [second, 6, [X.page, X.hour]],
      ] as const) {
        let last = start;
        for (const x of columns) last = await hands.follow(last, { x: x - HALF, y: Y[row] });
      }

      // One stroke with Shift from the back's input takes the cover and the places in.
      const back = await hands.add('add: image, gemini', { x: X.back, y: Y[5] });
      const ways = [
        { x: X.back - 80, y: Y[7] },
        { x: X.sketch, y: Y[8] },
        { x: X.sketch, y: Y[5] },
      ];
      await hand.drag([await hands.handleOf(back, 'left'), await hands.cornerOf(cover), ...ways], 'Shift');
    },

    read: (page) => readProject(page, serverUrl, projectId),
  };
}

/** The flow as the server has it, once everything is saved. */
async function readProject(page: Page, serverUrl: string, projectId: number): Promise<Flow> {
  await page.getByRole('status').getByText(en.save.saved, { exact: true }).waitFor();
  const answer = await page.context().request.get(`${serverUrl}/projects/${projectId}`);
  const { canvas } = (await answer.json()) as { canvas: string };
  const { nodes, edges } = JSON.parse(canvas) as Snapshot;
  return {
    nodes: new Map(nodes.map(({ id, type }) => [id, ROLES[type] ?? 'text'])),
    edges: edges.map(({ source, target }) => [source, target]),
  };
}
