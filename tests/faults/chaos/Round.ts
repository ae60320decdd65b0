import type { Browser } from 'playwright-core';
import type { Snapshot } from '../../../src/engine';
import type { Backend } from './Backend';
import { Deeds, type Found } from './Deeds';
import { fieldsOf, type Fields } from './fields';
import { Member, type KeptProject } from './Member';
import { Profile } from './Profile';
import { SEATS, type Plan, type Seat } from './steps';
import { Tab } from './Tab';

export type TroubleKind = 'loss' | 'falseSaved' | 'needlessCopy' | 'divergence' | 'notSaving' | 'notFound' | 'error';

/** A failure that a round has found. */
export interface Trouble {
  readonly kind: TroubleKind;
  readonly text: string;
}

const prompt = (id: string, x: number, y: number) => ({
  id,
  type: 'textPrompt',
  position: { x, y },
  data: { model: null, data: null, value: `start ${id}` },
});

/** Small enough to be visible in full beside the panel. */
const startOf = (of: string): Snapshot => ({
  nodes: [
    prompt(`${of}1`, 360, 15),
    prompt(`${of}2`, 360, 240),
    prompt(`${of}3`, 360, 465),
    { id: `${of}art`, type: 'image', position: { x: 750, y: 15 }, data: { model: 'Gemini-2.5-flash' } },
    {
      id: `${of}rows`,
      type: 'category',
      position: { x: 750, y: 300 },
      data: { categories: ['one', 'two'].map((name) => ({ id: `${of}${name}`, name: `row ${name}`, value: 'v' })) },
    },
  ],
  edges: [],
  // Zoomed out so far that nodes added at any tab are visible at all of them.
  viewport: { x: 0, y: 0, zoom: 0.4 },
});

/** One member at three tabs, what they have done so far, and the failures. */
export class Round {
  readonly backend: Backend;
  readonly member: Member;
  readonly profiles: readonly Profile[];
  readonly tabs: Readonly<Record<Seat, Tab>>;
  readonly pids: readonly number[];
  readonly deeds = new Deeds();
  readonly log: string[] = [];
  readonly troubles: Trouble[] = [];
  faults = 0;
  #words = 0;
  readonly #begun = Date.now();

  private constructor(
    backend: Backend,
    member: Member,
    profiles: readonly [Profile, Profile],
    pids: readonly number[],
  ) {
    const [here, there] = profiles;
    const first = pids[0] ?? 0;
    this.backend = backend;
    this.member = member;
    this.profiles = profiles;
    this.pids = pids;
    this.tabs = {
      left: new Tab('left', here, first),
      right: new Tab('right', here, first),
      away: new Tab('away', there, first),
    };
  }

  static async begin(browser: Browser, backend: Backend, plan: Plan, name: string): Promise<Round> {
    const member = await Member.enter(name, () => backend.url);
    const starts = ['a', 'b'].slice(0, plan.projects);
    const pids: number[] = [];
    for (const of of starts) pids.push(await member.create(`Flow ${of}`, startOf(of)));
    const [here, there] = backend.lines;
    if (!here || !there) throw new Error('two browsers need two lines');
    const profiles = await Promise.all([here, there].map((line) => Profile.open(browser, backend, line, name)));
    const round = new Round(backend, member, profiles as [Profile, Profile], pids);
    for (const of of starts) round.deeds.begin(fieldsOf(startOf(of)));
    await Promise.all(SEATS.map((seat) => round.tabs[seat].open()));
    return round;
  }

  get now(): number {
    return Date.now() - this.#begun;
  }

  /** Words that nobody has written yet. */
  newWords(seat: Seat): string {
    this.#words += 1;
    return `${seat}-${this.#words}`;
  }

  tell(text: string): void {
    this.log.push(`${(this.now / 1000).toFixed(2).padStart(7)} s  ${text}`);
  }

  blame(kind: TroubleKind, text: string): void {
    if (this.troubles.some((known) => known.kind === kind && known.text === text)) return;
    this.troubles.push({ kind, text });
    this.tell(`!! ${kind}: ${text}`);
  }

  /** The server's canvases as one, since no two of them share a node, and the conflict copies. */
  async found(): Promise<Found & { readonly projects: readonly KeptProject[] }> {
    const projects = await this.member.projects();
    const canvas = new Map<string, string>();
    const copies: Fields[] = [];
    for (const project of projects) {
      const fields = fieldsOf(project.canvas);
      if (this.pids.includes(project.pid)) for (const [key, value] of fields) canvas.set(key, value);
      else copies.push(fields);
    }
    return { canvas, copies, projects };
  }

  async end(): Promise<void> {
    await Promise.all(this.profiles.map((profile) => profile.close()));
    for (const line of this.backend.lines) line.mend();
    await this.backend.restart();
  }
}
