import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { endAfter } from '../../support/leftovers';

/** A wire to a server. While it is frozen it accepts connections and data, and delivers nothing in either direction. */
export class Wire {
  readonly #server: Server;
  readonly #ends = new Set<Socket>();
  #isFrozen = false;
  #lost: string | null = null;
  /** Number of connections made so far. */
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

  /** Makes a wire to the server of an address, until the test ends. */
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

  /** Number of open connections. */
  get open(): number {
    return this.#ends.size / 2;
  }

  /** Breaks the connection as the answer to the next message with this text arrives. */
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
