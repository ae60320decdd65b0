import { vi } from 'vitest';
import { edgeRoute } from '../../../src/engine/geometry/edgeRoute';
import { SpatialIndex } from '../../../src/engine/geometry/SpatialIndex';
import type { TestEditor } from '../../support/TestEditor';

/** The work that one act caused. */
export interface Done {
  /** Calls of a listener. */
  readonly told: number;
  /** Surfaces that were invalidated. */
  readonly draws: number;
  /** Boxes put into the indexes, and removed from them for good. */
  readonly indexed: number;
  readonly unindexed: number;
  readonly searches: number;
  /** Routes of pipes that were computed; counted where the test file wraps `edgeRoute` in a spy. */
  readonly routes: number;
}

/** Counts what the engine does, never how long it takes. */
export class Work {
  #told = 0;
  #draws = 0;
  readonly #set = vi.spyOn(SpatialIndex.prototype, 'set');
  readonly #load = vi.spyOn(SpatialIndex.prototype, 'load');
  readonly #follow = vi.spyOn(SpatialIndex.prototype, 'follow');
  readonly #remove = vi.spyOn(SpatialIndex.prototype, 'remove');
  readonly #search = vi.spyOn(SpatialIndex.prototype, 'search');
  readonly #route = vi.mocked(edgeRoute);

  constructor({ engine }: TestEditor) {
    engine.subscribe((event) => {
      this.#told++;
      if (event.type === 'invalidate') this.#draws += event.layers.length;
    });
  }

  during(act: () => unknown): Done {
    this.#told = 0;
    this.#draws = 0;
    for (const spy of [this.#set, this.#load, this.#follow, this.#remove, this.#search, this.#route]) spy.mockClear();
    act();
    const sets = this.#set.mock.calls.length;
    const followed = this.#follow.mock.calls.reduce((sum, [changed]) => sum + changed.length, 0);
    const loaded = this.#load.mock.calls.reduce((sum, [items]) => sum + [...items].length, 0);
    return {
      told: this.#told,
      draws: this.#draws,
      // A few followed boxes are put one by one.
      indexed: Math.max(sets, followed) + loaded,
      // Putting a box removes its previous one.
      unindexed: this.#remove.mock.calls.length - sets,
      searches: this.#search.mock.calls.length,
      routes: this.#route.mock.calls.length,
    };
  }
}

/** Counts beyond their limit, such as 'routes 9999 > 8'; empty when all is well. */
export const excess = (done: Done, limits: Partial<Done>): string[] =>
  (Object.keys(limits) as (keyof Done)[])
    .filter((name) => done[name] > (limits[name] ?? Infinity))
    .map((name) => `${name} ${done[name]} > ${limits[name]}`);
