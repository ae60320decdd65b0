import type { Kysely } from 'kysely';
import { batches } from '../batches';
import type { Database } from '../db';

interface AskedRequest {
  readonly key: string;
  readonly nodeId: string;
}

/** The requests that have given a member a result, or are about to, read by their keys. A result that was deleted still counts. */
export class MadeRequests {
  readonly #db: Kysely<Database>;
  readonly #memberId: string;
  readonly #projectId: number;
  readonly #made = new Set<string>();
  readonly #read = new Set<string>();
  /** Those that were asked for since they were last read. */
  readonly #asked = new Map<string, AskedRequest>();

  constructor(db: Kysely<Database>, memberId: string, projectId: number) {
    this.#db = db;
    this.#memberId = memberId;
    this.#projectId = projectId;
  }

  /** False too for one that `readAsked` has yet to read. */
  has(key: string, nodeId: string): boolean {
    const name = `${key} ${nodeId}`;
    if (!this.#read.has(name)) this.#asked.set(name, { key, nodeId });
    return this.#made.has(key);
  }

  /** Returns whether any was made that was asked for and not known. */
  async readAsked(): Promise<boolean> {
    const before = this.#made.size;
    const asked = [...this.#asked];
    this.#asked.clear();
    for (const some of batches(asked)) {
      for (const [name] of some) this.#read.add(name);
      for (const key of await this.#madeOf(some.map(([, each]) => each))) this.#made.add(key);
    }
    return this.#made.size > before;
  }

  /** A take goes for good some time after its deletion; the job that made it stays. */
  async #madeOf(asked: readonly AskedRequest[]): Promise<string[]> {
    const keys = [...new Set(asked.map(({ key }) => key))];
    const takes = await this.#db
      .selectFrom('take')
      .select('take_key as key')
      .where('member_id', '=', this.#memberId)
      .where('take_key', 'in', keys)
      .distinct()
      .execute();
    const taken = new Set(takes.map(({ key }) => key));
    const others = asked.filter(({ key }) => !taken.has(key));
    if (others.length === 0) return keys;
    const jobs = await this.#db
      .selectFrom('job')
      .select('request_key as key')
      .where('project_id', '=', this.#projectId)
      .where('node_id', 'in', [...new Set(others.map(({ nodeId }) => nodeId))])
      .where('request_key', 'in', [...new Set(others.map(({ key }) => key))])
      .where('state', 'in', ['done', 'running'])
      .execute();
    return [...takes, ...jobs].flatMap(({ key }) => key ?? []);
  }
}
