import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A client that speaks to the server's port byte by byte, as no browser would. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;
  #heard = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
    // The server decides how the connection ends.
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (text: string) => (this.#heard += text));
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  say(text: string): void {
    this.#socket.write(text);
  }

  /** Sends a byte of this, over and over, until the connection ends. */
  drip(text: string, everyMs: number): void {
    const timer = setInterval(() => this.#socket.write(text), everyMs);
    void this.#closed.then(() => clearInterval(timer));
  }

  /** All received data, once the server has ended the connection. */
  async ended(): Promise<string> {
    await this.#closed;
    return this.#heard;
  }

  /** The first answer's status, once its head has come. */
  async status(): Promise<number> {
    while (!this.#heard.includes('\r\n\r\n')) await once(this.#socket, 'data');
    return statusIn(this.#heard);
  }

  /** Reads no further. */
  rest(): void {
    this.#socket.pause();
  }

  /** Disconnects without a word, as a crashed machine does: sent data still arrives. */
  break(): void {
    this.#socket.resetAndDestroy();
  }

  leave(): void {
    this.#socket.destroy();
  }
}

export const statusIn = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
