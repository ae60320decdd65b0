import { setImmediate } from 'node:timers/promises';
import type { FlowNode, Snapshot } from '../../../src/engine';
// Loaded here, so that no tab waits for its code.
import '../../../src/stores/sync/patch/applyPatch';
import '../../../src/stores/SavedEditor';
import '../../../src/stores/sync/sendUnsent';
import { openApp, type OpenApp } from '../../server/support/openApp';
import { Person, signIn } from '../../server/support/Person';
import { FakeClock } from '../../stores/support/FakeClock';
import { canvas, prompt } from '../../stores/support/snapshots';
import { Ledger } from './Ledger';
import { Post, type Weather } from './Post';
import { Browser, Tab } from './Tab';

/** Two tabs of one browser and one of another. */
export const PLACES = ['left', 'right', 'away'] as const;
export type PlaceName = (typeof PLACES)[number];

const textOf = ({ nodes, edges }: Pick<Snapshot, 'nodes' | 'edges'>): string => JSON.stringify({ nodes, edges });

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** Longer than the longest back-off. */
const SETTLING_MS = 40_000;

/** One member, one project, three places that may have it open, and a server that comes and goes. */
export class World {
  readonly #clock = new FakeClock(async () => {
    await setImmediate();
    await this.#post.idle();
  });
  readonly #post = new Post();
  readonly #ledger = new Ledger();
  readonly #browsers: Readonly<Record<PlaceName, Browser>>;
  readonly #tabs = new Map<PlaceName, Tab>();
  readonly #pid: number;
  readonly #cookie: string;
  #app: OpenApp;
  #opened = 0;
  #added = 0;

  private constructor(app: OpenApp, pid: number, cookie: string) {
    this.#app = app;
    this.#pid = pid;
    this.#cookie = cookie;
    this.#post.server = app.app;
    this.#post.cookie = cookie;
    // A clock a year behind, and one a year ahead.
    const shared = new Browser(-YEAR_MS);
    this.#browsers = { left: shared, right: shared, away: new Browser(YEAR_MS) };
  }

  static async begin(): Promise<World> {
    const app = await openApp();
    const member = await signIn(app.app);
    const pid = await member.create('Flow', canvas(['one', 'two', 'three'].map((id) => prompt(id))));
    const world = new World(app, pid, member.cookie);
    for (const place of PLACES) await world.open(place);
    return world;
  }

  isOpen(place: PlaceName): boolean {
    return Boolean(this.#tabs.get(place)?.editor);
  }

  async open(place: PlaceName): Promise<void> {
    const known = this.#tabs.get(place);
    this.#opened += 1;
    const options = { browser: this.#browsers[place], clock: this.#clock, post: this.#post };
    const tab = known ?? new Tab({ name: `${place}${this.#opened}`, ...options });
    this.#tabs.set(place, tab);
    tab.open(this.#pid);
    await this.pass(500);
    // The tab asks for a sign-in, or says that the project could not be opened: either way it is reloaded later.
    if (!this.isOpen(place)) this.crash(place);
  }

  nodesIn(place: PlaceName): readonly FlowNode[] {
    return this.#tabs.get(place)?.editor?.document.allNodes() ?? [];
  }

  add(place: PlaceName): void {
    this.#added += 1;
    const id = `node${this.#added}`;
    const node = { id, type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: '' } };
    this.#ledger.note('add', place, this.#clock.now(), id, null);
    this.#tabs.get(place)?.editor?.apply([{ type: 'addNode', node }]);
  }

  write(place: PlaceName, node: FlowNode): void {
    const value = this.#ledger.note('write', place, this.#clock.now(), node.id, node);
    this.#tabs.get(place)?.editor?.apply([{ type: 'setData', id: node.id, data: { value } }]);
  }

  remove(place: PlaceName, node: FlowNode): void {
    const editor = this.#tabs.get(place)?.editor;
    this.#ledger.note('remove', place, this.#clock.now(), node.id, node);
    const gone =
      editor?.document.allEdges().filter(({ source, target }) => source === node.id || target === node.id) ?? [];
    editor?.apply([
      ...gone.map(({ id }) => ({ type: 'removeEdge' as const, id })),
      { type: 'removeNode', id: node.id },
    ]);
  }

  move(place: PlaceName, node: FlowNode, x: number): void {
    this.#tabs.get(place)?.editor?.apply([{ type: 'moveNode', id: node.id, position: { x, y: 0 } }]);
  }

  connect(place: PlaceName, from: FlowNode, to: FlowNode): void {
    const editor = this.#tabs.get(place)?.editor;
    const edge = { id: `${from.id}-${to.id}`, source: from.id, target: to.id, type: 'text' };
    const ends = { sourceHandle: 'text-right', targetHandle: 'text-left' };
    if (from === to || editor?.document.allEdges().some(({ id }) => id === edge.id)) return;
    editor?.apply([{ type: 'addEdge', edge: { ...edge, ...ends } }]);
  }

  async pass(ms: number): Promise<void> {
    this.#app.clock.pass(ms);
    await this.#clock.pass(ms);
    for (const [place, tab] of this.#tabs) if (tab.isSaved) this.#ledger.acknowledge(place);
  }

  setWeather(place: PlaceName, weather: Weather): void {
    const tab = this.#tabs.get(place);
    if (tab) tab.weather = weather;
  }

  setOnline(place: PlaceName, isOnline: boolean): void {
    const tab = this.#tabs.get(place);
    if (tab) tab.isOnline = isOnline;
  }

  /** Fills that browser's small store, or empties it. */
  setFull(place: PlaceName, isFull: boolean): void {
    this.#browsers[place].storage.limit = isFull ? 0 : Number.POSITIVE_INFINITY;
  }

  crash(place: PlaceName): void {
    this.#tabs.get(place)?.crash();
    this.#tabs.delete(place);
    this.#ledger.crash(place, this.#clock.now());
  }

  close(place: PlaceName): void {
    this.#tabs.get(place)?.close();
    this.#tabs.delete(place);
  }

  leave(place: PlaceName): void {
    this.#tabs.get(place)?.leave();
  }

  echo(which: number): Promise<void> {
    return this.#post.echo(which);
  }

  stopServer(): void {
    this.#post.server = null;
  }

  async restartServer(): Promise<void> {
    this.#post.server = null;
    await this.#post.idle();
    this.#app = await this.#app.reopen();
    this.#post.server = this.#app.app;
  }

  endSession(): void {
    this.#post.cookie = '';
  }

  signInAgain(): void {
    this.#post.cookie = this.#cookie;
    this.#lookAtAll();
  }

  /** Ends all troubles and waits until every place is at rest. Returns the faults, which should be none. */
  async settle(): Promise<string[]> {
    await this.restartServer();
    for (const place of PLACES) {
      this.setWeather(place, 'good');
      this.setOnline(place, true);
      this.setFull(place, false);
    }
    this.signInAgain();
    // A tab that has gone home shows a visitor until it has asked who is signed in.
    await this.pass(500);
    const troubles: string[] = [];
    // Twice: work that the first round has saved, copied or taken over is opened everywhere in the second.
    for (const round of ['first', 'second']) {
      for (const place of PLACES) if (!this.isOpen(place)) await this.open(place);
      // An answer from before the sign-in may come after it.
      await this.pass(1000);
      this.#lookAtAll();
      await this.pass(SETTLING_MS);
      for (const place of PLACES) {
        if (!this.#tabs.get(place)?.isSaved) troubles.push(`${place} is not saved in the ${round} round`);
        this.leave(place);
        await this.pass(1000);
      }
    }
    for (const place of PLACES) await this.open(place);
    return [...troubles, ...(await this.#differences())];
  }

  async end(): Promise<void> {
    for (const tab of this.#tabs.values()) tab.crash();
    await this.#post.idle();
    await this.#app.close();
  }

  #lookAtAll(): void {
    for (const tab of this.#tabs.values()) tab.show();
  }

  async #differences(): Promise<string[]> {
    const member = new Person(this.#app.app, this.#cookie);
    const projects = (await member.get('/projects')).json<{ projectId: number }[]>();
    const canvases = new Map<number, Snapshot>();
    for (const { projectId } of projects) {
      canvases.set(projectId, (await member.canvas(projectId)) as unknown as Snapshot);
    }
    const ours = canvases.get(this.#pid) ?? canvas([]);
    canvases.delete(this.#pid);
    const differing = PLACES.filter((place) => {
      const open = this.#tabs.get(place)?.editor?.snapshot();
      return !open || textOf(open) !== textOf(ours);
    });
    const missing = this.#ledger.missing(ours, [...canvases.values()]);
    return [
      ...differing.map((place) => `${place} does not show what the server has`),
      ...missing.map((deed) => `missing: ${deed}`),
    ];
  }
}
