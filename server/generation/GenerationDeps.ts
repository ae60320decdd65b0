import type { Kysely } from 'kysely';
import { Counter } from 'prom-client';
import type { Clock, Ids } from '../ports';
import type { Config } from '../config';
import type { Database } from '../db';
import type { Pictures } from '../files/pictures';
import type { BytesInFlight } from '../http/admitBodies';
import type { Quota } from '../usage/usage';
import type { ImageModels } from './ImageModels';
import type { TextAnalyser, TextWriter } from './ports';

/** Counters of generation since this server began, for /metrics. */
export class GenerationCounters {
  readonly #pictures = new Counter({
    name: 'generation_pictures_total',
    help: 'Picture jobs that have ended here, by how: done, aborted or the code of the failure',
    labelNames: ['provider', 'outcome'],
    registers: [],
  });
  readonly #costMicros = new Counter({
    name: 'generation_cost_micro_dollars_total',
    help: 'What these jobs cost by the known prices, failures included; a model without a known price adds nothing',
    labelNames: ['provider', 'model'],
    registers: [],
  });
  readonly all: readonly Counter[] = [this.#pictures, this.#costMicros];

  ended(provider: string, outcome: string): void {
    this.#pictures.inc({ provider, outcome });
  }

  cost(provider: string, model: string, costMicros: number): void {
    this.#costMicros.inc({ provider, model }, costMicros);
  }
}

/** The parts that app.ts passes to generation. */
export interface GenerationDeps {
  db: Kysely<Database>;
  /** Pictures that jobs hold count in it. */
  inFlight: BytesInFlight;
  pictures: Pictures;
  quota: Quota;
  models: ImageModels;
  analyser: TextAnalyser;
  /** Null where no text model is set up. */
  writer: TextWriter | null;
  config: Pick<Config, 'generation'>;
  counters: GenerationCounters;
  clock: Clock;
  ids: Ids;
}
