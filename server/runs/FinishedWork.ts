import type { Kysely } from 'kysely';
import type { GenerateItem } from '../../src/api/contract';
import type { Cell, Recipe } from '../../src/api/contractTakes';
import { requestKey } from '../../src/api/requestKey';
import { stepOfPicture, type PlannedRequest } from '../../src/engine';
import { batches, inShortParts, inSmallBatches } from '../batches';
import { nextNumber } from '../db';
import type { Database } from '../db';
import { makerOf, type Makers } from '../generation/makers';
import { recipeOf } from '../generation/recipeOf';
import type { Clock } from '../ports';
import { sha256 } from '../sha256';
import { addTakes } from '../takes/addTake';
import type { NewTake } from '../takes/addTake';
import { bestTake } from '../takes/bestTake';
import type { RunProgress } from './RunProgress';
import type { RunRow, RunStore, StepRow } from './RunStore';

interface FinishedWorkDeps {
  db: Kysely<Database>;
  store: RunStore;
  makers: () => Makers;
  clock: Clock;
}

interface StepRequest {
  /** Model as the node names it. */
  readonly model?: string;
  readonly settings: Recipe['settings'];
  readonly items: GenerateItem[];
}

interface WantedStep {
  readonly step: StepRow;
  readonly request: StepRequest;
  /** As `keyOf` gives it. */
  readonly key: string | null;
}

type StoredRequest = Omit<StepRequest, 'items'> & Pick<PlannedRequest, 'items'>;

type FinishedResult = Required<Pick<NewTake, 'url' | 'text' | 'model' | 'words'>>;

interface KeptStep {
  readonly step: StepRow;
  readonly key: string | null;
  readonly found: FinishedResult;
  readonly recipe: Recipe;
}

const bytesOf = ({ found, recipe }: KeptStep): number => Buffer.byteLength(JSON.stringify([found, recipe]));

/** Steps that are given their results together, while others save. */
const STEPS_AT_ONCE = 200;

/** Answered requests are not sent again: the step gets a take of its own, which costs nothing. */
export class FinishedWork {
  readonly #deps: FinishedWorkDeps;

  constructor(deps: FinishedWorkDeps) {
    this.#deps = deps;
  }

  /** Null where a picture is not known by its bytes, and for a model that is no longer offered: nothing is known to be equal. */
  keyOf({ number }: Pick<StepRow, 'number'>, { model, settings, items }: StepRequest): string | null {
    const maker = makerOf(this.#deps.makers(), { model, settings });
    if (maker === null) return null;
    return requestKey({ ...recipeOf({ model, ...settings }, items), engine: maker.engine, number }, sha256);
  }

  /** Gives those of these waiting steps their result whose request somebody has finished for the member; returns these. */
  async keep(run: RunRow, progress: RunProgress, steps: readonly StepRow[]): Promise<readonly StepRow[]> {
    const changed: StepRow[] = [];
    for await (const some of inSmallBatches(steps, STEPS_AT_ONCE)) {
      const places = some.map(({ place }) => place);
      const requests = await this.#deps.store.requests(run.id, places);
      const wanted = some.flatMap((step) => {
        const stored = requests.get(step.place);
        if (stored === undefined) return [];
        const request = requestOf(stored, progress.steps);
        return { step, request, key: this.keyOf(step, request) };
      });
      changed.push(...(await this.keepKnown(run, progress, wanted)));
    }
    return changed;
  }

  /** As `keep`, of steps whose requests are known. */
  async keepKnown(run: RunRow, progress: RunProgress, wanted: readonly WantedStep[]): Promise<readonly StepRow[]> {
    const finished = await this.#find(
      run,
      wanted.flatMap(({ key }) => key ?? []),
    );
    const kept = wanted.flatMap(({ step, key, request }) => {
      const found = key === null ? undefined : finished.get(key);
      return found === undefined
        ? []
        : { step, key, found, recipe: recipeOf({ model: request.model, ...request.settings }, request.items) };
    });
    const changed: StepRow[] = [];
    for await (const some of inShortParts(kept, bytesOf)) changed.push(...(await this.#give(run, some)));
    progress.take(changed);
    return changed;
  }

  /** Gives steps their results, in one transaction. */
  async #give(run: RunRow, kept: readonly KeptStep[]): Promise<readonly StepRow[]> {
    const { db, store, clock } = this.#deps;
    const now = clock.now().toISOString();
    const last = await nextNumber(db, 'take', kept.length);
    const takes = new Map<number, NewTake & { id: number }>();
    const changes = kept.map(({ step, key, found, recipe }, at) => {
      const id = last - at;
      takes.set(step.place, {
        id,
        memberId: run.member_id,
        projectId: run.project_id,
        nodeId: step.node_id,
        jobId: null,
        ...found,
        recipe,
        key,
        number: step.number,
        cell: step.cell === null ? null : (JSON.parse(step.cell) as Cell),
        costMicros: 0,
        createdAt: now,
      });
      return { step, to: { state: 'kept' as const, url: found.text ?? found.url, take_id: id, ended_at: now } };
    });
    return store.change(run, changes, (change, mine) =>
      addTakes(
        change,
        mine.flatMap(({ place }) => takes.get(place) ?? []),
      ),
    );
  }

  /** The best finished result of each key that has one. */
  async #find(run: RunRow, keys: readonly string[]): Promise<Map<string, FinishedResult>> {
    const { db } = this.#deps;
    const found = new Map<string, FinishedResult>();
    for (const some of batches(keys)) {
      let best = db
        .selectFrom('take')
        .select(bestTake.as('id'))
        .where('member_id', '=', run.member_id)
        .where('take_key', 'in', some)
        .where('deleted_at', 'is', null)
        .groupBy('take_key');
      // A fresh run uses only its own results, and first ones that another run has begun since: what was never made is paid for once.
      if (run.is_fresh === 1) {
        best = best.where((take) =>
          take.exists(
            take
              .selectFrom('job')
              .select('job.id')
              .whereRef('job.id', '=', 'take.job_id')
              .where((job) =>
                job.or([
                  job('run_id', '=', run.id),
                  job.and([job('started_at', '>', run.created_at), job('number', '=', 0)]),
                ]),
              ),
          ),
        );
      }
      // Their words are long, and a key may have any number of takes.
      const rows = await db
        .selectFrom('take')
        .select(['url', 'text', 'model', 'words', 'take_key'])
        .where('id', 'in', best)
        .execute();
      for (const { take_key: key, ...result } of rows) if (key !== null) found.set(key, result);
    }
    return found;
  }
}

/** The request of a step, with the pictures and the words that the steps before it have made. */
export function requestOf(request: string, steps: readonly StepRow[]): StepRequest {
  const { items, ...rest } = JSON.parse(request) as StoredRequest;
  return {
    ...rest,
    items: items.map((item): GenerateItem => {
      if (item.type === 'step_words') return { type: 'text_prompt', content: steps[item.step]?.url ?? '' };
      const place = item.type === 'image_prompt' ? stepOfPicture(item.content) : null;
      return place === null ? item : { type: 'image_prompt', content: steps[place]?.url ?? '' };
    }),
  };
}
