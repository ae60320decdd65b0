import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { endAfter } from '../../support/leftovers';

/** The way to a server. While it is frozen it takes connections and what is sent, and nothing of it arrives or comes back. */
export class Wire {
  readonly #server: Server;
  readonly #ends = new Set<Socket>();
  #isFrozen = false;
  #lost: string | null = null;
  /** How many connections were made so far. */
  made = 0;

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      this.made += 1;
      const far = connect(Number(target.port), target.hostname);
      for (const [end, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#ends.add(end);
        end.on('data', (bytes) => {
          const isLost = end === near && this.#lost !== null && bytes.includes(this.#lost);
          other.write(bytes);
          if (!isLost) return;
          this.#lost = null;
          far.removeAllListeners('data').once('data', () => near.destroy());
        });
        if (this.#isFrozen) end.pause();
        end.on('error', () => other.destroy());
        end.on('close', () => {
          this.#ends.delete(end);
          other.destroy();
        });
      }
    });
  }

  /** To the server that an address names, until the test ends. */
  static async to(address: string): Promise<Wire> {
    const wire = new Wire(new URL(address));
    await new Promise<void>((resolve) => wire.#server.listen(0, '127.0.0.1', resolve));
    endAfter('test', async () => {
      wire.thaw();
      await new Promise((resolve) => wire.#server.close(resolve));
    });
    return wire;
  }

  /** The same address by way of this wire. */
  through(address: string): string {
    const url = new URL(address);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** How many of them are open. */
  get open(): number {
    return this.#ends.size / 2;
  }

  /** The next time somebody sends this the connection breaks as the answer comes. */
  loseAnswerTo(text: string): void {
    this.#lost = text;
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const end of this.#ends) end.pause();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const end of this.#ends) end.resume();
  }
}
