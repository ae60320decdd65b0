import type { Snapshot } from '../../src/engine/document/Snapshot';
import { median } from '../quantile';
import type { Reply } from '../save/SavingEditor';
import { SavingEditor } from '../save/SavingEditor';
import type { BenchServer } from '../save/withServer';

/** The list of a member's projects. */
export interface List {
  readonly projects: number;
  /** Time where each project has a canvas of 100 nodes. */
  readonly medianMs: number;
  /** Time where none has a canvas. */
  readonly withoutCanvasesMs: number;
  readonly ratio: number;
  readonly answerBytes: number;
  /** Canvases that the server read or parsed meanwhile. */
  readonly canvasesRead: number;
}

const REPEATS = 40;

/** Two members in alternation: one's projects have canvases, the other's have none. */
export async function measureList(server: BenchServer, snapshot: Snapshot, projects: number): Promise<List> {
  const withCanvases = await memberWith(server, 'full', projects, JSON.stringify(snapshot));
  const without = await memberWith(server, 'empty', projects, '');
  const before = await server.observer.canvasTasks();
  const ms = { full: [] as number[], empty: [] as number[] };
  let answerBytes = 0;
  for (let count = 0; count < REPEATS; count += 1) {
    const full = await list(withCanvases, projects);
    answerBytes = Buffer.byteLength(full.body);
    ms.full.push(full.ms);
    ms.empty.push((await list(without, projects)).ms);
  }
  const canvasesRead = (await server.observer.canvasTasks()) - before;
  withCanvases.leave();
  without.leave();
  return {
    projects,
    medianMs: median(ms.full),
    withoutCanvasesMs: median(ms.empty),
    ratio: median(ms.full) / median(ms.empty),
    answerBytes,
    canvasesRead,
  };
}

async function memberWith(server: BenchServer, name: string, projects: number, canvas: string): Promise<SavingEditor> {
  const cookie = await server.signIn(name);
  const empty = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
  const member = new SavingEditor({ url: server.url, cookie, snapshot: empty });
  const body = JSON.stringify({ name: 'bench', canvas });
  for (let made = 0; made < projects; made += 1) {
    const { status } = await member.send('POST', '/projects', body);
    if (status !== 201) throw new Error(`a creation: ${status}`);
  }
  return member;
}

async function list(member: SavingEditor, projects: number): Promise<Reply> {
  const reply = await member.send('GET', '/projects', '');
  const { length } = JSON.parse(reply.body) as unknown[];
  if (length !== projects) throw new Error(`the list has ${length} projects`);
  return reply;
}
