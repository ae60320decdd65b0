import { once } from 'node:events';
import { ApiFailure } from '../../../src/api';
import type { Take } from '../../../src/api/contractTakes';
import type { TakesApi } from '../../../src/api/takes';
import { failure } from './FakeProjects';

/** The server's takes, in memory. */
export class FakeTakes implements TakesApi {
  stored: Take[] = [];
  readonly removed: Take[] = [];
  /** All calls, in order. */
  readonly calls: string[] = [];
  isBroken = false;
  /** The next deletion is done, and its answer lost. */
  losesAnswer = false;
  /** Ratings that the server does not take. */
  readonly refused = new Set<number>();
  #lastId = 0;
  #late: Promise<unknown> | null = null;

  /** Pages that are asked for from now on are written at once and come when the returned function is called. */
  delayPages(): () => void {
    const late = new AbortController();
    this.#late = once(late.signal, 'abort');
    return () => {
      this.#late = null;
      late.abort();
    };
  }

  /** A finished picture of a node. */
  put(nodeId: string, url: string, rest: Partial<Take> = {}): Take {
    this.#lastId += 1;
    const made: Take = {
      id: this.#lastId,
      projectId: 7,
      nodeId,
      url,
      recipe: { model: 'Gemini-2.5-flash', settings: {}, items: [{ type: 'text_prompt', content: 'a cat asleep' }] },
      key: null,
      number: 0,
      cell: null,
      model: 'gemini-2.5-flash-image',
      costMicros: 39_000,
      createdAt: '2026-11-21T10:00:00.000Z',
      rating: null,
      ...rest,
    };
    this.stored.unshift(made);
    return made;
  }

  readonly list: TakesApi['list'] = async (pid, { nodeId, before, limit = 50 }) => {
    this.#called(`list ${nodeId ?? 'all'}${before === undefined ? '' : ` before ${before}`}`);
    const found = this.stored.filter(
      (take) =>
        take.projectId === pid &&
        (nodeId === undefined || take.nodeId === nodeId) &&
        (before === undefined || take.id < Number(before)),
    );
    const takes = found.slice(0, limit);
    await this.#late;
    return { takes, next: found.length > limit ? String(takes.at(-1)?.id) : null };
  };

  readonly ofPicture: TakesApi['ofPicture'] = async (url) => {
    this.#called(`of ${url}`);
    const found = this.stored.filter((take) => take.url === url);
    if (found.length === 0) throw failure(404);
    return found;
  };

  readonly search: TakesApi['search'] = async ({ q = '', ratingMin, model, projectId, before, limit = 50 }) => {
    this.#called(`search ${q}`);
    const found = this.stored.filter(
      (take) =>
        JSON.stringify(take.recipe).includes(q) &&
        (ratingMin === undefined || (take.rating ?? 0) >= ratingMin) &&
        (model === undefined || take.model === model) &&
        (projectId === undefined || take.projectId === projectId) &&
        (before === undefined || take.id < Number(before)),
    );
    const takes = found.slice(0, limit);
    await this.#late;
    return { takes, next: found.length > limit ? String(takes.at(-1)?.id) : null };
  };

  readonly rate: TakesApi['rate'] = async (id, rating) => {
    this.#called(`rate ${id} ${rating}`);
    if (this.refused.has(Number(rating))) throw failure(503);
    const rated = { ...this.#find(id), rating };
    this.stored = this.stored.map((take) => (take.id === id ? rated : take));
    return rated;
  };

  readonly remove: TakesApi['remove'] = async (id) => {
    this.#called(`remove ${id}`);
    this.removed.push(this.#find(id));
    this.stored = this.stored.filter((take) => take.id !== id);
    if (!this.losesAnswer) return;
    this.losesAnswer = false;
    await this.#late;
    throw new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message: 'no answer' });
  };

  readonly restore: TakesApi['restore'] = async (id) => {
    this.#called(`restore ${id}`);
    const take = this.removed.find((gone) => gone.id === id);
    if (!take) throw failure(404, undefined, 'takeNotFound');
    this.stored = [take, ...this.stored].toSorted((a, b) => b.id - a.id);
    return take;
  };

  #called(call: string): void {
    this.calls.push(call);
    if (this.isBroken) throw failure(503);
  }

  #find(id: number): Take {
    const take = this.stored.find((each) => each.id === id);
    if (!take) throw failure(404, undefined, 'takeNotFound');
    return take;
  }
}
