import { Counter } from 'prom-client';

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
