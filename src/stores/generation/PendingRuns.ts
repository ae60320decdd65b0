import * as z from 'zod/mini';
import type { Depot } from '../ports';

const shape = z.catch(z.record(z.string(), z.string()), {});

/** Which nodes of a project were running when the page went, so that their results are picked up: node id to ISO start. */
export class PendingRuns {
  readonly #depot: Depot;
  readonly #key: string;
  #runs: Record<string, string> = {};

  constructor(depot: Depot, pid: number, memberId: string) {
    this.#depot = depot;
    this.#key = `runs/${pid}/${memberId}`;
  }

  async read(): Promise<ReadonlyMap<string, string>> {
    this.#runs = { ...shape.parse(await this.#depot.get(this.#key).catch(() => ({}))), ...this.#runs };
    return new Map(Object.entries(this.#runs));
  }

  add(nodeId: string, startedAt: string): void {
    this.#runs = { ...this.#runs, [nodeId]: startedAt };
    this.#write();
  }

  remove(nodeId: string): void {
    const { [nodeId]: _gone, ...rest } = this.#runs;
    this.#runs = rest;
    this.#write();
  }

  #write(): void {
    const runs = Object.keys(this.#runs).length > 0 ? this.#runs : undefined;
    void this.#depot.setAll({ [this.#key]: runs }).catch(() => undefined);
  }
}
