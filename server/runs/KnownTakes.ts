import type { Kysely } from 'kysely';
import { batches } from '../batches';
import { REJECTED } from '../../src/api/contract';
import type { Database } from '../db';
import { bestTake, isNotRejected } from '../takes/bestTake';
import { cellKey } from '../../src/engine';
import type { Cell, KnownTake, RunFacts, TakePlace } from '../../src/engine';

interface MadeTake {
  readonly id: number;
  readonly key: string;
  readonly number: number;
}

type MadeRepeat = Pick<MadeTake, 'key' | 'number'>;

interface FinishedTake extends KnownTake {
  readonly isRejected: boolean;
}

interface AskedTake {
  readonly key: string;
  readonly nodeId: string;
}

/** The finished takes of a member that a plan for a project needs, read by their pictures and by their keys: one of those with the same key. */
export class KnownTakes {
  readonly #db: Kysely<Database>;
  readonly #memberId: string;
  readonly #projectId: number;
  readonly #byUrl = new Map<string, MadeTake[]>();
  /** The best one of a key, wherever it is. */
  readonly #best = new Map<string, FinishedTake>();
  /** The best ones in this project, by their key and their place: in another one, such as the original of a duplicate, nodes have the same ids. */
  readonly #inPlace = new Map<string, FinishedTake>();
  /** The keys and numbers of the repetitions of cells in this project, by their place. */
  readonly #repeats = new Map<string, MadeRepeat[]>();
  /** Keys of requests under other numbers, by their own key and the number: rounds of a plan ask for the same ones, and hashing takes long. */
  readonly #keysAt = new Map<string, string | null>();
  /** Words are long, and any number of nodes may have the same: each is in memory once. */
  readonly #values = new Map<string, string>();
  readonly #read = new Set<string>();
  /** Those that were asked for since they were last read. */
  readonly #asked = new Map<string, AskedTake>();
  /** Nodes whose repetitions were read, and those of which they were asked for since then. */
  readonly #readNodes = new Set<string>();
  readonly #askedNodes = new Set<string>();

  constructor(db: Kysely<Database>, memberId: string, projectId: number) {
    this.#db = db;
    this.#memberId = memberId;
    this.#projectId = projectId;
  }

  madeBy(url: string): readonly MadeTake[] {
    return this.#byUrl.get(url) ?? [];
  }

  /** Null too for one that `readAsked` has yet to read. */
  finished(...[key, place, keyAt]: Parameters<RunFacts['finished']>): ReturnType<RunFacts['finished']> {
    const repeats = keyAt === undefined ? [] : this.#repeatsOf(place);
    const keyOfRepeat = ({ number }: MadeRepeat): string | null => {
      const name = `${key} ${number}`;
      const found = this.#keysAt.get(name) ?? keyAt?.(number) ?? null;
      this.#keysAt.set(name, found);
      return found;
    };
    const keys = new Set([key, ...repeats.flatMap((own) => (keyOfRepeat(own) === own.key ? own.key : []))]);
    const found = Array.from(keys).flatMap((each) => this.#finished(each, place) ?? []);
    return found.toSorted(bestFirst)[0] ?? null;
  }

  #finished(key: string, { nodeId, cell }: TakePlace): (FinishedTake & { isInPlace: boolean }) | null {
    const name = `${key} ${nodeId}`;
    if (!this.#read.has(name)) this.#asked.set(name, { key, nodeId });
    const mine = this.#inPlace.get(placeName(key, nodeId, cell));
    const take = mine ?? this.#best.get(key) ?? null;
    return take && { ...take, isInPlace: mine !== undefined };
  }

  #repeatsOf({ nodeId, cell }: TakePlace): readonly MadeRepeat[] {
    if (cell === null) return [];
    if (!this.#readNodes.has(nodeId)) this.#askedNodes.add(nodeId);
    return this.#repeats.get(placeName('', nodeId, cell)) ?? [];
  }

  async readPictures(urls: readonly string[]): Promise<void> {
    for (const some of batches([...new Set(urls)])) {
      const rows = await this.#takes()
        .select(({ fn }) => ['url', 'take_key', 'number', fn.min('id').as('id')])
        .where('url', 'in', some)
        .groupBy(['url', 'take_key', 'number'])
        .orderBy('id')
        .execute();
      for (const { url, id, number, take_key: key } of rows) {
        if (key === null) continue;
        const known = this.#byUrl.get(url);
        if (known) known.push({ id, key, number });
        else this.#byUrl.set(url, [{ id, key, number }]);
      }
    }
  }

  /** Returns whether there is any take that was asked for and not known. */
  async readAsked(): Promise<boolean> {
    let hasAny = await this.#readRepeats();
    const asked = [...this.#asked];
    this.#asked.clear();
    for (const some of batches(asked)) {
      for (const [name] of some) this.#read.add(name);
      for (const take of await this.#bestOf(some.map(([, each]) => each))) {
        const { id, url, text, take_key: key, project_id: projectId, node_id: nodeId, cell, rating } = take;
        const value = this.#values.get(url) ?? text ?? url;
        this.#values.set(url, value);
        const isRejected = rating === REJECTED;
        hasAny = addTo(this.#best, key ?? '', { id, value, isRejected }) || hasAny;
        if (projectId !== this.#projectId) continue;
        const place = placeName(key ?? '', nodeId, cell === null ? null : (JSON.parse(cell) as Cell));
        hasAny = addTo(this.#inPlace, place, { id, value, isRejected }) || hasAny;
      }
    }
    return hasAny;
  }

  /** Returns whether the nodes that were asked for have any. */
  async #readRepeats(): Promise<boolean> {
    const asked = [...this.#askedNodes];
    this.#askedNodes.clear();
    let hasAny = false;
    for (const some of batches(asked)) {
      for (const nodeId of some) this.#readNodes.add(nodeId);
      const rows = await this.#db
        .selectFrom('take')
        .select(['node_id', 'cell', 'take_key', 'number'])
        .where('project_id', '=', this.#projectId)
        .where('node_id', 'in', some)
        .where('number', '>', 0)
        .where('cell', 'is not', null)
        .where('deleted_at', 'is', null)
        .distinct()
        .execute();
      for (const { node_id: nodeId, cell, take_key: key, number } of rows) {
        if (key === null || cell === null) continue;
        const place = placeName('', nodeId, JSON.parse(cell) as Cell);
        const known = this.#repeats.get(place);
        if (known) known.push({ key, number });
        else this.#repeats.set(place, [{ key, number }]);
        hasAny = true;
      }
    }
    return hasAny;
  }

  /** The best takes of these keys, and the best ones that these nodes have of them; the best first. */
  #bestOf(asked: readonly AskedTake[]) {
    const keys = new Set(asked.map(({ key }) => key));
    const nodeIds = new Set(asked.map(({ nodeId }) => nodeId));
    const takes = this.#takes()
      .select(bestTake.as('id'))
      .where('take_key', 'in', [...keys]);
    const inPlace = takes
      .where('project_id', '=', this.#projectId)
      .where('node_id', 'in', [...nodeIds])
      .groupBy(['take_key', 'node_id', 'cell']);
    return this.#db
      .selectFrom('take')
      .select(['id', 'url', 'text', 'take_key', 'project_id', 'node_id', 'cell', 'rating'])
      .where('id', 'in', takes.groupBy('take_key').unionAll(inPlace))
      .orderBy(isNotRejected, 'desc')
      .orderBy('id', 'desc')
      .execute();
  }

  #takes() {
    return this.#db.selectFrom('take').where('member_id', '=', this.#memberId).where('deleted_at', 'is', null);
  }
}

/** As `bestTake` chooses, after those of the place itself. */
const bestFirst = (one: FinishedTake & { isInPlace: boolean }, other: FinishedTake & { isInPlace: boolean }): number =>
  Number(other.isInPlace) - Number(one.isInPlace) ||
  Number(one.isRejected) - Number(other.isRejected) ||
  other.id - one.id;

/** Returns whether the map had none of this name. */
function addTo(takes: Map<string, FinishedTake>, name: string, take: FinishedTake): boolean {
  if (takes.has(name)) return false;
  takes.set(name, take);
  return true;
}

const placeName = (key: string, nodeId: string, cell: Cell | null): string =>
  `${key} ${nodeId} ${cell === null ? '' : cellKey(cell)}`;
