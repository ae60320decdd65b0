import type { TestEditor } from '../../support/TestEditor';

/** The work that one act caused. */
export interface Done {
  /** Calls of a listener. */
  readonly told: number;
  /** Surfaces that were invalidated. */
  readonly draws: number;
  /** Those of `EngineStats`. */
  readonly indexed: number;
  readonly unindexed: number;
  readonly searches: number;
  readonly routes: number;
}

/** Counts what the engine does, never how long it takes. */
export class Work {
  readonly #editor: TestEditor;
  #told = 0;
  #draws = 0;

  constructor(editor: TestEditor) {
    this.#editor = editor;
    editor.engine.subscribe((event) => {
      this.#told++;
      if (event.type === 'invalidate') this.#draws += event.layers.length;
    });
  }

  during(act: () => unknown): Done {
    this.#told = 0;
    this.#draws = 0;
    const { stats } = this.#editor.engine;
    const before = { ...stats };
    act();
    return {
      told: this.#told,
      draws: this.#draws,
      indexed: stats.indexed - before.indexed,
      unindexed: stats.unindexed - before.unindexed,
      searches: stats.searches - before.searches,
      routes: stats.routes - before.routes,
    };
  }
}

/** Counts beyond their limit, such as 'routes 9999 > 8'; empty when all is well. */
export const excess = (done: Done, limits: Partial<Done>): string[] =>
  (Object.keys(limits) as (keyof Done)[])
    .filter((name) => done[name] > (limits[name] ?? Infinity))
    .map((name) => `${name} ${done[name]} > ${limits[name]}`);
