import { startServer, type RunningServer } from '../../support/startServer';
import type { Line } from './Line';

/** The limits are meant for people. */
const SETTINGS = { REQUESTS_PER_SECOND: '100000', UPLOADS_PER_MINUTE: '100000', CANVASES_PER_MINUTE: '100000' };

/** The real server in a process of its own, behind the lines of all browsers. */
export class Backend {
  readonly lines: readonly Line[];
  #server: RunningServer;
  #starting: Promise<void> | null = null;

  private constructor(server: RunningServer, lines: readonly Line[]) {
    this.#server = server;
    this.lines = lines;
    this.#direct();
  }

  static async start(lines: readonly Line[]): Promise<Backend> {
    return new Backend(await startServer({ env: settings(lines) }), lines);
  }

  /** Its own address, without the lines. */
  get url(): string {
    return this.#server.url;
  }

  /** Simulates a power cut: nothing answers until `restart`. */
  async kill(): Promise<void> {
    await this.#starting;
    for (const line of this.lines) line.target = null;
    await this.#server.kill();
  }

  /** Resolves when it listens on the same data; at once while it runs. */
  restart(): Promise<void> {
    if (this.lines.every(({ target }) => target !== null)) return Promise.resolve();
    this.#starting ??= this.#startAgain().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async end(): Promise<void> {
    await this.#starting;
    await Promise.all([this.#server.kill(), ...this.lines.map((line) => line.close())]);
  }

  async #startAgain(): Promise<void> {
    const { dataDir } = this.#server;
    this.#server = await startServer({ dataDir, env: settings(this.lines) });
    this.#direct();
  }

  #direct(): void {
    for (const line of this.lines) line.target = this.#server.port;
  }
}

const settings = (lines: readonly Line[]) => ({ ...SETTINGS, WEB_ORIGIN: lines.map(({ url }) => url).join(',') });
