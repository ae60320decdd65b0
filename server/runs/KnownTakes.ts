import type { Kysely } from 'kysely';
import { batches } from '../batches';
import type { Database } from '../db';
import { cellKey } from '../../src/engine';
import type { Cell, KnownTake, TakePlace } from '../../src/engine';

interface MadeTake {
  readonly id: number;
  readonly key: string;
  readonly number: number;
}

interface FinishedTake extends KnownTake {
  /** Name of its node and its cell; null for one of another project, such as the original of a duplicate, whose nodes have the same ids. */
  readonly place: string | null;
}

/** The finished takes of a member that a plan for a project needs, read by their pictures and by their keys. */
export class KnownTakes {
  readonly #db: Kysely<Database>;
  readonly #memberId: string;
  readonly #projectId: number;
  readonly #byUrl = new Map<string, MadeTake[]>();
  /** Newest first; empty for a key that nothing has. */
  readonly #byKey = new Map<string, FinishedTake[]>();

  constructor(db: Kysely<Database>, memberId: string, projectId: number) {
    this.#db = db;
    this.#memberId = memberId;
    this.#projectId = projectId;
  }

  madeBy(url: string): readonly MadeTake[] {
    return this.#byUrl.get(url) ?? [];
  }

  finished(key: string, { nodeId, cell }: TakePlace): (KnownTake & { isInPlace: boolean }) | null {
    const takes = this.#byKey.get(key) ?? [];
    const place = placeName(nodeId, cell);
    const mine = takes.find((take) => take.place === place);
    const take = mine ?? takes[0];
    return take === undefined ? null : { id: take.id, value: take.value, isInPlace: mine !== undefined };
  }

  isRead(key: string): boolean {
    return this.#byKey.has(key);
  }

  async readPictures(urls: readonly string[]): Promise<void> {
    for (const some of batches([...new Set(urls)])) {
      const rows = await this.#takes().where('url', 'in', some).execute();
      for (const { url, id, number, take_key: key } of rows) {
        if (key === null) continue;
        const known = this.#byUrl.get(url);
        if (known) known.push({ id, key, number });
        else this.#byUrl.set(url, [{ id, key, number }]);
      }
    }
  }

  /** Returns whether there is any take of one of these keys. */
  async readKeys(keys: Iterable<string>): Promise<boolean> {
    let hasAny = false;
    const wanted = [...keys];
    for (const key of wanted) this.#byKey.set(key, []);
    for (const some of batches(wanted)) {
      const rows = await this.#takes().where('take_key', 'in', some).orderBy('id', 'desc').execute();
      for (const { id, url, text, take_key: key, project_id: projectId, node_id: nodeId, cell } of rows) {
        const isHere = projectId === this.#projectId;
        const place = isHere ? placeName(nodeId, cell === null ? null : (JSON.parse(cell) as Cell)) : null;
        this.#byKey.get(key ?? '')?.push({ id, value: text ?? url, place });
      }
      hasAny ||= rows.length > 0;
    }
    return hasAny;
  }

  #takes() {
    return this.#db
      .selectFrom('take')
      .select(['id', 'url', 'text', 'number', 'take_key', 'project_id', 'node_id', 'cell'])
      .where('member_id', '=', this.#memberId)
      .where('deleted_at', 'is', null);
  }
}

const placeName = (nodeId: string, cell: Cell | null): string => `${nodeId} ${cell === null ? '' : cellKey(cell)}`;
