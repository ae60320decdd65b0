import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../../parseJson';

/** A server that does not accept the connection within this time is polled by its history instead. */
const CONNECT_MS = 3_000;
/** Messages that tell that a prompt is over. ComfyUI says `executing` without a node once its history has it. */
const ENDS: ReadonlySet<string> = new Set(['execution_success', 'execution_error', 'execution_interrupted']);

const nodeId = z.string().nullish().catch(undefined);
const message = z.looseObject({
  type: z.string(),
  data: z
    .looseObject({
      node: nodeId,
      nodes: z.array(z.string()).catch([]).default([]),
      value: z.number().optional().catch(undefined),
      max: z.number().optional().catch(undefined),
    })
    .catch({ node: undefined, nodes: [] }),
});

interface Listening {
  /** How many nodes the prompt has. */
  readonly nodes: number;
  /** Called each time more of the prompt is done, with its share from 0 to 1, which never falls. */
  readonly onProgress: (share: number) => void;
}

/**
 * Listens to a ComfyUI server's `/ws` for one prompt, which is queued under an id of its own. Messages are no results: they only say when
 * to read the history.
 */
export class ComfySocket {
  readonly clientId: string;
  readonly #socket: WebSocket;
  readonly #onProgress: Listening['onProgress'];
  readonly #nodes: number;
  readonly #begun = new Set<string>();
  #share = 0;
  #isOpen = true;
  #isEnded = false;
  #wake: () => void = () => undefined;

  private constructor(socket: WebSocket, clientId: string, { nodes, onProgress }: Listening) {
    this.#socket = socket;
    this.clientId = clientId;
    this.#nodes = nodes;
    this.#onProgress = onProgress;
    socket.addEventListener('message', ({ data }) => this.#hear(data));
    socket.addEventListener('close', () => {
      this.#isOpen = false;
      this.#wake();
    });
  }

  /** Null where the server has no such socket, or does not answer in time. */
  static async open(baseUrl: string, listening: Listening, signal: AbortSignal): Promise<ComfySocket | null> {
    const clientId = randomUUID();
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}/ws?clientId=${clientId}`);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = await newSocket(url);
    const opened = await new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true));
      // Both kinds of socket tell an error before they close; without a listener one of them would throw it.
      socket.addEventListener('error', () => resolve(false));
      socket.addEventListener('close', () => resolve(false));
      const late = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
      late.addEventListener('abort', () => resolve(false));
      if (late.aborted) resolve(false);
    });
    if (opened) return new ComfySocket(socket, clientId, listening);
    socket.close();
    return null;
  }

  /** Nothing will be told any more. */
  get isBroken(): boolean {
    return !this.#isOpen;
  }

  /**
   * Resolves once the end of the prompt is reported, the socket breaks, or this many milliseconds have passed. Throws the signal's reason.
   *
   * @returns Whether the end was reported.
   */
  async next(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#isEnded && this.#isOpen) {
      const waiting = new AbortController();
      const told = new Promise<void>((resolve) => (this.#wake = resolve));
      const over = pause(ms, undefined, { signal: AbortSignal.any([signal, waiting.signal]) }).catch(() => undefined);
      await Promise.race([told, over]);
      waiting.abort();
    }
    signal.throwIfAborted();
    return this.#isEnded;
  }

  close(): void {
    this.#socket.close();
  }

  #hear(data: unknown): void {
    // Previews of the unfinished picture come as bytes.
    const told = typeof data === 'string' ? message.safeParse(parseJson(data)).data : undefined;
    if (told === undefined) return;
    const { type, data: of } = told;
    if (ENDS.has(type) || (type === 'executing' && of.node === null)) {
      this.#isEnded = true;
      this.#wake();
    } else if (type === 'execution_cached') this.#begin(of.nodes);
    else if (type === 'executing' && of.node) this.#begin([of.node]);
    else if (type === 'progress' && of.value !== undefined && of.max) this.#advance(of.value / of.max);
  }

  #begin(nodes: readonly string[]): void {
    for (const node of nodes) this.#begun.add(node);
    this.#advance(0);
  }

  /** @param part how much of the node that was begun last is done. */
  #advance(part: number): void {
    const done = Math.max(0, this.#begun.size - 1) + Math.min(1, Math.max(0, part));
    const share = Math.min(1, done / Math.max(1, this.#nodes));
    if (share <= this.#share) return;
    this.#share = share;
    this.#onProgress(share);
  }
}

/** Node's own from version 22 on. */
async function newSocket(url: URL): Promise<WebSocket> {
  if ('WebSocket' in globalThis) return new WebSocket(url);
  const { WebSocket: Socket } = await import('ws');
  return new Socket(url) as unknown as WebSocket;
}
