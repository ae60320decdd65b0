import type { Kysely } from 'kysely';
import type { Clock } from '../ports';
import { transact } from '../db';
import type { Database } from '../db';
import { DAY_MS } from '../time';
import { GOING } from './purgeProject';
import { addUsage } from '../usage/usage';

export interface TrashedProject {
  id: number;
  name: string;
  memberName: string;
  /** ISO 8601 UTC. */
  deletedAt: string;
  /** ISO 8601 UTC. Housekeeping may delete the project from then on. */
  goesAt: string;
}

interface TrashDeps {
  db: Kysely<Database>;
  clock: Clock;
  /** Deletes a project in the trash for good, by purgeProject. Returns whether it was there. */
  purge: (input: { projectId: number; now: string }) => Promise<boolean>;
  days: number;
}

/** Deleted projects. To members they are gone; the operator can bring them back for TRASH_DAYS. */
export class Trash {
  readonly #deps: TrashDeps;
  readonly #db: Kysely<Database>;
  readonly #days: number;

  constructor(deps: TrashDeps) {
    this.#deps = deps;
    this.#db = deps.db;
    this.#days = deps.days;
  }

  /** Newest deletion first. */
  async list(): Promise<TrashedProject[]> {
    const rows = await this.#db
      .selectFrom('project')
      .innerJoin('member', 'member.id', 'project.member_id')
      .select(['project.id', 'project.name', 'member.name as memberName', 'project.deleted_at as deletedAt'])
      .where('project.deleted_at', '>', GOING)
      .orderBy('project.deleted_at', 'desc')
      .orderBy('project.id', 'desc')
      .$narrowType<{ deletedAt: string }>()
      .execute();
    const goesAt = (deletedAt: string) => new Date(Date.parse(deletedAt) + this.#days * DAY_MS).toISOString();
    return rows.map((row) => ({ ...row, goesAt: goesAt(row.deletedAt) }));
  }

  /** Gives the project back to its member, unchanged. Returns whether it was in the trash. */
  async restore(id: number): Promise<boolean> {
    return transact(this.#db, async (change) => {
      const row = await change
        .updateTable('project')
        .set({ deleted_at: null })
        .where('id', '=', id)
        .where('deleted_at', '>', GOING)
        .returning('member_id')
        .executeTakeFirst();
      if (row !== undefined) await addUsage(change, row.member_id, { projects: 1 });
      return row !== undefined;
    });
  }

  /** Removes these for good, with all of their versions. Returns how many of them were in the trash. */
  async purge(ids: readonly number[]): Promise<number> {
    let gone = 0;
    for (const id of ids) if (await this.#purge(id)) gone += 1;
    return gone;
  }

  /** A project was deleted: without days to stay it goes at once. */
  async filled(id: number): Promise<void> {
    if (this.#days === 0) await this.#purge(id);
  }

  #purge(projectId: number): Promise<boolean> {
    return this.#deps.purge({ projectId, now: this.#deps.clock.now().toISOString() });
  }
}
