import * as z from 'zod/mini';
import type { Api } from '../../api';
import { isProjectGone } from '../../api/ApiFailure';
import type { RecordStore } from '../ports';
import { keysOf, readRecord, writeRecords } from './device/keyedRecords';

/** A project and its member; undefined where the member is not known. */
interface Owned {
  readonly pid: number;
  readonly memberId: string | undefined;
}

/** The names that this page gives to one project. */
interface Renaming extends Owned {
  /** The last one, until the server has it. */
  name: string | null;
  /** The one whose answer has not come. */
  onItsWay: string | null;
  sending: Promise<void> | null;
}

const keyOf = ({ pid, memberId }: Owned): string => `name/${pid}/${memberId}`;

/**
 * The names that a person gives to projects, wherever in the app. A name stays on this device until the server has it. One request a
 * project is on its way at a time, so that the last name wins.
 */
export class ProjectNames {
  readonly #api: Pick<Api, 'projects' | 'forMember'>;
  readonly #records: RecordStore;
  readonly #renamings = new Map<string, Renaming>();

  constructor(api: Pick<Api, 'projects' | 'forMember'>, records: RecordStore) {
    this.#api = api;
    this.#records = records;
  }

  /** Sends a name at once. Resolves to true when the server has the last name or the project is gone; a failure is logged. */
  async give(project: Owned, name: string): Promise<boolean> {
    const renaming = this.#of(project);
    void this.#keep(project, name);
    return this.#send(renaming, name);
  }

  /** Sends the name that an earlier page could not send. */
  async sendKept(pid: number, memberId: string): Promise<void> {
    const name = await this.read(pid, memberId);
    if (name !== null) await this.#send(this.#of({ pid, memberId }), name);
  }

  /** Sends the last name once more if the server has not acknowledged it; the request outlives the page. */
  async leave(project: Owned): Promise<void> {
    const renaming = this.#of(project);
    const { name, onItsWay, sending } = renaming;
    if (name === null || name === onItsWay) return;
    const send = () => this.#calls(project).renameLeaving(project.pid, name);
    // The name on its way may land after this one: the turn of this one comes again if the page stays.
    if (sending) void send().catch(() => undefined);
    else await this.#attempt(renaming, name, send);
  }

  /** The name that the server does not have yet; null for none. */
  read(pid: number, memberId: string): Promise<string | null> {
    return readRecord(this.#records, keyOf({ pid, memberId }), z.string());
  }

  /** The names of this member's projects that the server does not have yet. */
  async list(memberId: string): Promise<{ pid: number; name: string }[]> {
    const found: { pid: number; name: string }[] = [];
    for (const { pid, memberId: owner } of await keysOf(this.#records, 'name')) {
      const name = owner === memberId ? await this.read(pid, memberId) : null;
      if (name !== null) found.push({ pid, name });
    }
    return found;
  }

  #of(project: Owned): Renaming {
    const key = keyOf(project);
    const renaming = this.#renamings.get(key) ?? { ...project, name: null, onItsWay: null, sending: null };
    this.#renamings.set(key, renaming);
    return renaming;
  }

  #calls({ memberId }: Owned): Pick<Api['projects'], 'rename' | 'renameLeaving'> {
    return (memberId === undefined ? this.#api : this.#api.forMember(memberId)).projects;
  }

  async #keep({ pid, memberId }: Owned, name: string | undefined): Promise<void> {
    if (memberId !== undefined) await writeRecords(this.#records, { [keyOf({ pid, memberId })]: name });
  }

  async #send(renaming: Renaming, name: string): Promise<boolean> {
    renaming.name = name;
    renaming.sending ??= this.#sendAll(renaming).finally(() => {
      renaming.sending = null;
    });
    await renaming.sending;
    return renaming.name === null;
  }

  async #sendAll(renaming: Renaming): Promise<void> {
    let sent: string | null = null;
    while (renaming.name !== null && renaming.name !== sent) {
      const { pid, name } = renaming;
      sent = name;
      renaming.onItsWay = name;
      await this.#attempt(renaming, name, () => this.#calls(renaming).rename(pid, name));
      renaming.onItsWay = null;
    }
  }

  async #attempt(renaming: Renaming, name: string, send: () => Promise<unknown>): Promise<void> {
    try {
      await send();
    } catch (error) {
      console.warn('the project name could not be saved', error);
      // A project that is gone takes its name with it.
      if (!isProjectGone(error)) return;
    }
    if (renaming.name !== name) return;
    renaming.name = null;
    const { pid, memberId } = renaming;
    const kept = memberId === undefined ? null : await this.read(pid, memberId);
    // A later name, given meanwhile on this page or in another tab, stays until a request has brought it.
    if (kept === name && renaming.name === null) await this.#keep(renaming, undefined);
  }
}
