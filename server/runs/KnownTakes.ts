import type { Kysely } from 'kysely';
import type { Database } from '../db';
import type { KnownTake } from '../../src/engine';

const AT_ONCE = 500;

interface MadeTake {
  readonly id: number;
  readonly key: string;
  readonly number: number;
}

/** The finished takes of a member that a plan asks for: read by their pictures and by their keys, as far as they were asked for. */
export class KnownTakes {
  readonly #db: Kysely<Database>;
  readonly #memberId: string;
  readonly #byUrl = new Map<string, MadeTake[]>();
  /** Null for a key that nothing has. */
  readonly #byKey = new Map<string, KnownTake | null>();

  constructor(db: Kysely<Database>, memberId: string) {
    this.#db = db;
    this.#memberId = memberId;
  }

  madeBy(url: string): readonly MadeTake[] {
    return this.#byUrl.get(url) ?? [];
  }

  finished(key: string): KnownTake | null {
    return this.#byKey.get(key) ?? null;
  }

  isRead(key: string): boolean {
    return this.#byKey.has(key);
  }

  async readPictures(urls: readonly string[]): Promise<void> {
    for (const some of inSome([...new Set(urls)])) {
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
    for (const key of wanted) this.#byKey.set(key, null);
    for (const some of inSome(wanted)) {
      const rows = await this.#takes().where('take_key', 'in', some).orderBy('id').execute();
      // The newest of several.
      for (const { id, url, take_key: key } of rows) if (key !== null) this.#byKey.set(key, { id, url });
      hasAny ||= rows.length > 0;
    }
    return hasAny;
  }

  #takes() {
    return this.#db
      .selectFrom('take')
      .select(['id', 'url', 'number', 'take_key'])
      .where('member_id', '=', this.#memberId)
      .where('deleted_at', 'is', null);
  }
}

function* inSome<T>(all: readonly T[]): Generator<T[], void, undefined> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}
