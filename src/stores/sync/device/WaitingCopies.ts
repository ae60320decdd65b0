import * as z from 'zod/mini';
import { ApiFailure } from '../../../api';
import { isQuota, isUnfit } from '../../../api/ApiFailure';
import type { ProjectHead } from '../../../api/contract';
import type { ProjectsApi } from '../../../api/projects';
import type { Snapshot } from '../../../engine';
import type { RecordStore } from '../../ports';
import { duplicateName, nameWithSuffix, projectsLike } from '../../projects/duplicateName';
import { isSame } from '../patch/sameValue';
import { writeRecords, keysOf, readRecord } from './keyedRecords';
import { type Recovered, snapshotShape } from './records';
import type { SetAside } from './SetAside';
import { type TabSlot, workId } from './TabSlot';

const shape = z.object({ name: z.string(), snapshot: snapshotShape });

/** A whole state that becomes a project under this id, once, however often and from however many tabs it is sent. */
export interface WaitingCopy {
  readonly pid: number;
  readonly memberId: string;
  readonly id: string;
  readonly name: string;
  readonly snapshot: Snapshot;
}

type CopyId = Pick<WaitingCopy, 'pid' | 'memberId' | 'id'>;
export type ConflictState = Pick<WaitingCopy, 'id' | 'snapshot'>;

/** The copy that unsent work at a slot becomes: the same for every reader, so that one copy is made of it. */
export function conflictCopyOf(slot: TabSlot, project: string, work: Recovered | ConflictState): WaitingCopy {
  const { pid, memberId } = slot;
  const id = 'id' in work ? work.id : workId(slot, work);
  return { pid, memberId, id, name: nameWithSuffix(project, ' (2)'), snapshot: work.snapshot };
}

/** Whether the server, or a proxy before it, refuses a copy whenever it is sent; a member who is over the quota may make room. */
const isFinal = (error: unknown): boolean =>
  (isUnfit(error) || (error instanceof ApiFailure && error.status === 422)) && !isQuota(error);

export type CopiesApi = Pick<ProjectsApi, 'create' | 'list' | 'rename'>;

/**
 * Gives a copy another number when an earlier project has its name. It is created under the same name from every page,
 * since another one under the same key would make a second project.
 */
async function nameApart(api: CopiesApi, { projectId }: ProjectHead, name: string): Promise<void> {
  const like = await projectsLike(api, name);
  const isNamed = like.some((each) => each.projectId === projectId && each.name === name);
  const isTaken = like.some((each) => each.projectId < projectId && each.name === name);
  if (isNamed && isTaken) await api.rename(projectId, duplicateName(name, new Set(like.map((each) => each.name))));
}

const keyOf = ({ pid, memberId, id }: CopyId): string => `kept/${pid}/${memberId}/${id}`;

/** Conflict copies on this device, until the server has made their projects. */
export class WaitingCopies {
  readonly #records: RecordStore;
  readonly #aside: SetAside;

  constructor(records: RecordStore, aside: SetAside) {
    this.#records = records;
    this.#aside = aside;
  }

  put({ name, snapshot, ...id }: WaitingCopy): Promise<boolean> {
    return writeRecords(this.#records, { [keyOf(id)]: { name, snapshot } });
  }

  /**
   * Creates the project of a copy, once for its id: when another page has made it, the server gives the same answer.
   * Null when the server never takes it: then it is set aside. Rejects when it cannot be created yet.
   */
  async create(api: CopiesApi, copy: WaitingCopy): Promise<ProjectHead | null> {
    const canvas = JSON.stringify(copy.snapshot);
    for (let key = copy.id; ; key += '-again') {
      try {
        const head = await api.create(copy.name, canvas, key);
        await this.#removeSent(copy);
        void nameApart(api, head, copy.name).catch((error: unknown) => {
          console.warn('the copy has the name of another project', error);
        });
        return head;
      } catch (error) {
        // The earlier request under this key differs a little, for example in its name: a copy too many is better than
        // one too few.
        if (error instanceof ApiFailure && error.code === 'idempotencyKeyReused') continue;
        if (!isFinal(error)) throw error;
        const { id, name, snapshot } = copy;
        if (!(await this.#aside.put(copy, id, { name, snapshot }))) throw error;
        console.warn('the server does not take the copy; it stays on this device', error);
        await this.#removeSent(copy);
        return null;
      }
    }
  }

  async remove(id: CopyId): Promise<void> {
    await writeRecords(this.#records, { [keyOf(id)]: undefined });
  }

  /** Removes a copy that has its project. An open page may have put newer words there since: they wait for the next turn. */
  async #removeSent(copy: WaitingCopy): Promise<void> {
    const stored = await readRecord(this.#records, keyOf(copy), shape);
    if (stored && isSame(stored.snapshot, copy.snapshot)) await this.remove(copy);
  }

  async list(memberId: string, pid: number): Promise<WaitingCopy[]> {
    const found: WaitingCopy[] = [];
    for (const id of await this.#ids(memberId)) {
      const copy = id.pid === pid ? await readRecord(this.#records, keyOf(id), shape) : null;
      if (copy) found.push({ ...id, ...copy });
    }
    return found;
  }

  async projects(memberId: string): Promise<number[]> {
    return (await this.#ids(memberId)).map(({ pid }) => pid);
  }

  async #ids(memberId: string): Promise<CopyId[]> {
    const keys = await keysOf(this.#records, 'kept');
    return keys.flatMap(({ pid, memberId: owner, rest: [id] }) =>
      owner === memberId && id !== undefined ? { pid, memberId, id } : [],
    );
  }
}
