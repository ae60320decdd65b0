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
  /** True once this device has that name, so that its record says whether it is still to be sent. */
  isKept: boolean;
  /** The one whose answer has not come. */
  onItsWay: string | null;
  sending: Promise<void> | null;
}

const keyOf = ({ pid, memberId }: Owned): string => `name/${pid}/${memberId}`;

/**
 * The names that a person gives to projects, wherever in the app. A name stays on this device until the server has it. One request a
 * project is on its way at a time, so that the last name wins; a page that closes does not wait for its turn.
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
    renaming.name = name;
    renaming.isKept = false;
    void this.#keep(project, name).then((isKept) => {
      if (renaming.name === name) renaming.isKept = isKept;
    });
    await this.#send(renaming);
    return renaming.name === null;
  }

  /** Sends the name that an earlier page could not send, unless this page is sending one. */
  async sendKept(pid: number, memberId: string): Promise<void> {
    const name = await this.#read(pid, memberId);
    const renaming = this.#of({ pid, memberId });
    if (name === null || renaming.sending) return;
    renaming.name = name;
    renaming.isKept = true;
    await this.#send(renaming);
  }

  /** Sends the last name once more if the server has not acknowledged it; the request outlives the page. */
  async leave(project: Owned & { readonly memberId: string }, isClosing: boolean): Promise<void> {
    const renaming = this.#of(project);
    // A page that closes has no time to look whether another tab has given another one.
    if (renaming.name !== null && renaming.isKept && !isClosing) await this.unsent(project.pid, project.memberId);
    const { name, onItsWay, sending } = renaming;
    if (name === null || name === onItsWay) return;
    // The name on its way may land after this one: the turn of this one comes again if the page stays.
    if (sending)
      void this.#calls(project)
        .renameLeaving(project.pid, name)
        .catch(() => undefined);
    else await this.#send(renaming, 'renameLeaving');
  }

  /**
   * The name that the server does not have yet; null for none, as when another tab has sent it or the person has dropped
   * it. This page drops an older name of its own.
   */
  async unsent(pid: number, memberId: string): Promise<string | null> {
    const name = await this.#read(pid, memberId);
    const renaming = this.#of({ pid, memberId });
    if (name !== renaming.name && renaming.isKept && !renaming.sending) renaming.name = null;
    return name;
  }

  /** The names of this member's projects that the server does not have yet. */
  async list(memberId: string): Promise<{ pid: number; name: string }[]> {
    const found: { pid: number; name: string }[] = [];
    for (const { pid, memberId: owner } of await keysOf(this.#records, 'name')) {
      const name = owner === memberId ? await this.#read(pid, memberId) : null;
      if (name !== null) found.push({ pid, name });
    }
    return found;
  }

  #of(project: Owned): Renaming {
    const key = keyOf(project);
    const known = this.#renamings.get(key);
    const renaming = known ?? { ...project, name: null, isKept: false, onItsWay: null, sending: null };
    this.#renamings.set(key, renaming);
    return renaming;
  }

  #calls({ memberId }: Owned): Pick<Api['projects'], 'rename' | 'renameLeaving'> {
    return (memberId === undefined ? this.#api : this.#api.forMember(memberId)).projects;
  }

  #read(pid: number, memberId: string): Promise<string | null> {
    return readRecord(this.#records, keyOf({ pid, memberId }), z.string());
  }

  async #keep({ pid, memberId }: Owned, name: string | undefined): Promise<boolean> {
    return memberId !== undefined && writeRecords(this.#records, { [keyOf({ pid, memberId })]: name });
  }

  async #send(renaming: Renaming, first: 'rename' | 'renameLeaving' = 'rename'): Promise<void> {
    renaming.sending ??= this.#sendAll(renaming, first).finally(() => {
      renaming.sending = null;
    });
    await renaming.sending;
  }

  async #sendAll(renaming: Renaming, first: 'rename' | 'renameLeaving'): Promise<void> {
    const { pid, memberId } = renaming;
    const calls = this.#calls(renaming);
    let call = first;
    for (let sent: string | null = null; renaming.name !== null && renaming.name !== sent; call = 'rename') {
      sent = renaming.name;
      renaming.onItsWay = sent;
      const isSettled = await calls[call](pid, sent).then(
        () => true,
        (error: unknown) => {
          console.warn('the project name could not be saved', error);
          // A project that is gone takes its name with it.
          return isProjectGone(error);
        },
      );
      renaming.onItsWay = null;
      if (!isSettled || renaming.name !== sent) continue;
      renaming.name = null;
      const kept = memberId === undefined ? null : await this.#read(pid, memberId);
      // A later name, given meanwhile on this page or in another tab, stays until a request has brought it.
      if (kept === sent && renaming.name === null) await this.#keep(renaming, undefined);
    }
  }
}
