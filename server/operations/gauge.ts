import { Gauge } from 'prom-client';

/** A figure that is read when somebody asks for it. */
export function gauge(name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read());
    },
  });
}
