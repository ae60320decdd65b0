import type { Kysely } from 'kysely';
import type { Clock } from '../Clock';
import type { Database } from '../db';
import type { Pictures } from '../files/pictures';

export interface TrashedProject {
  id: number;
  name: string;
  memberName: string;
  /** ISO 8601 UTC, as the other. */
  deletedAt: string;
  /** From then on it may be gone for good. */
  goesAt: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deleted projects. To members they are gone; the operator can bring them back for TRASH_DAYS. */
export class Trash {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #pictures: Pick<Pictures, 'dropThumbnail'>;
  readonly #days: number;

  constructor(deps: { db: Kysely<Database>; clock: Clock; pictures: Pick<Pictures, 'dropThumbnail'>; days: number }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#pictures = deps.pictures;
    this.#days = deps.days;
  }

  /** Newest deletion first. */
  async list(): Promise<TrashedProject[]> {
    const rows = await this.#db
      .selectFrom('project')
      .innerJoin('member', 'member.id', 'project.member_id')
      .select(['project.id', 'project.name', 'member.name as memberName', 'project.deleted_at as deletedAt'])
      .where('project.deleted_at', 'is not', null)
      .orderBy('project.deleted_at', 'desc')
      .orderBy('project.id', 'desc')
      .$narrowType<{ deletedAt: string }>()
      .execute();
    const goesAt = (deletedAt: string) => new Date(Date.parse(deletedAt) + this.#days * DAY_MS).toISOString();
    return rows.map((row) => ({ ...row, goesAt: goesAt(row.deletedAt) }));
  }

  /** The project is its member's again, as it was. Answers whether it was in the trash. */
  async restore(id: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('project')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Removes these for good, with all of their versions. Answers how many of them were in the trash. */
  async purge(ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0;
    const gone = await this.#db
      .deleteFrom('project')
      .where('id', 'in', ids)
      .where('deleted_at', 'is not', null)
      .returning(['member_id', 'thumbnail'])
      .execute();
    await this.#dropThumbnails(gone);
    return gone.length;
  }

  /** Removes what was deleted more than TRASH_DAYS ago, for good. */
  async empty(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - this.#days * DAY_MS).toISOString();
    const gone = await this.#db
      .deleteFrom('project')
      .where('deleted_at', '<=', before)
      .returning(['member_id', 'thumbnail'])
      .execute();
    await this.#dropThumbnails(gone);
  }

  /** A project was deleted: without days to stay it goes at once. */
  async filled(): Promise<void> {
    if (this.#days === 0) await this.empty();
  }

  async #dropThumbnails(gone: readonly { member_id: string; thumbnail: string | null }[]): Promise<void> {
    for (const { member_id: memberId, thumbnail } of gone) {
      if (thumbnail !== null) await this.#pictures.dropThumbnail(memberId, thumbnail);
    }
  }
}
