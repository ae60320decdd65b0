import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { askEngine, EngineAnswer } from '../askEngine';
import type { Bounds } from '../askEngine';
import { engineFailure, codeOfStatus, deadline } from '../engineFailure';
import { fitPicture } from '../fitPicture';
import { ProviderError } from '../ports';
import type { GeneratedPicture, ImageAbilities, ImageProvider, ImageRequest, PicturePart } from '../ports';
import { severalPictures } from '../several';
import type { PicturePlace } from '../several';
import { ComfySocket } from './ComfySocket';
import type { ComfyGraph, Workflow } from './Workflow';

/** Models are loaded for the first picture, and several people may wait in its queue. */
const TIMEOUT_MS = 600_000;
const POLL_MS = 500;
/** How often the history is looked at although the socket would tell: a line may be dead without having broken. */
const QUIET_MS = 10_000;
/** Polls of the history without an entry after which the queue is checked for the picture. */
const LOOKS = 10;

const queued = z.looseObject({ prompt_id: z.string() });
const picture = z.looseObject({ filename: z.string(), subfolder: z.string().default(''), type: z.string() });
type ComfyPicture = z.infer<typeof picture>;
const history = z.record(
  z.string(),
  z.looseObject({
    outputs: z.record(z.string(), z.looseObject({ images: z.array(picture).optional().catch(undefined) })),
    status: z.looseObject({ status_str: z.string(), messages: z.array(z.tuple([z.string(), z.unknown()])) }).optional(),
  }),
);
type Finished = z.infer<typeof history>[string];
const queue = z.looseObject({
  queue_running: z.array(z.array(z.unknown())),
  queue_pending: z.array(z.array(z.unknown())),
});
const uploaded = z.looseObject({ name: z.string(), subfolder: z.string().default('') });
const exception = z.looseObject({ exception_type: z.string() });
const refusal = z.looseObject({ error: z.looseObject({ type: z.string() }) });

export interface ComfySettings {
  readonly baseUrl: string;
  readonly workflow: Workflow;
  readonly timeoutMs?: number;
  readonly pollMs?: number;
  readonly quietMs?: number;
  readonly bounds?: Bounds;
}

/** Makes pictures with one workflow of a ComfyUI server. Only the operator names the server, and no answer leads elsewhere. */
export class ComfyImages implements ImageProvider {
  readonly name = 'comfyui';
  readonly model: string;
  readonly abilities: ImageAbilities;
  readonly #settings: ComfySettings;

  constructor(settings: ComfySettings) {
    const { workflow } = settings;
    this.#settings = settings;
    this.model = workflow.name;
    this.abilities = {
      aspectRatios: workflow.aspectRatios,
      countMax: workflow.countMax,
      picturesMax: workflow.pictures.length,
    };
  }

  async generate({
    parts,
    aspectRatio,
    count = 1,
    number = 0,
    signal,
    onProgress,
  }: ImageRequest): Promise<GeneratedPicture> {
    const { workflow, timeoutMs = TIMEOUT_MS, baseUrl } = this.#settings;
    const until = deadline(signal, timeoutMs, 'picture');
    let promptId: string | null = null;
    let socket: ComfySocket | null = null;
    try {
      const words = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
      const pictures = await this.#upload(
        parts.filter((part) => part.kind === 'picture'),
        until.signal,
      );
      const graph = workflow.graphFor({ words, pictures, aspectRatio, count, number });
      // The socket opens before the prompt is queued, so that no end of it is missed.
      const listening = { nodes: Object.keys(graph).length, onProgress: onProgress ?? (() => undefined) };
      socket = await ComfySocket.open(baseUrl, listening, until.signal);
      promptId = await this.#queue(graph, socket?.clientId, until.signal);
      const finished = await this.#finished(promptId, socket, until.signal);
      const made = picturesIn(finished, workflow.result).slice(0, count);
      const places = await Promise.all(made.map((picture) => this.#read(picture, until.signal)));
      return severalPictures(places, { model: workflow.name }, { count });
    } catch (error) {
      if (promptId !== null && until.signal.aborted) await this.#cancel(promptId);
      throw until.reason() ?? toProviderError(error);
    } finally {
      socket?.close();
    }
  }

  /** Each distinct picture once, under the name of its bytes. */
  async #upload(pictures: readonly PicturePart[], signal: AbortSignal): Promise<string[]> {
    const fitted = new Map<PicturePart, Promise<PicturePart>>();
    const names: string[] = [];
    for (const part of pictures) {
      const { bytes, contentType } = await fitPicture(part, fitted);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const form = new FormData();
      const file = new Blob([new Uint8Array(bytes)], { type: contentType });
      form.set('image', file, `${sha256}.${contentType.slice('image/'.length)}`);
      form.set('subfolder', 'mulgil');
      form.set('overwrite', 'true');
      const { name, subfolder } = uploaded.parse(
        await this.#json('upload/image', { method: 'POST', body: form, signal }),
      );
      names.push(subfolder === '' ? name : `${subfolder}/${name}`);
    }
    return names;
  }

  async #queue(prompt: ComfyGraph, clientId: string | undefined, signal: AbortSignal): Promise<string> {
    const asked = asJson({ prompt, client_id: clientId });
    return queued.parse(await this.#json('prompt', { ...asked, signal })).prompt_id;
  }

  /** Reads the history when the socket says so, or polls it if there is no socket. */
  async #finished(promptId: string, socket: ComfySocket | null, signal: AbortSignal): Promise<Finished> {
    const { pollMs = POLL_MS, quietMs = QUIET_MS } = this.#settings;
    let isTold = false;
    for (let look = 1; ; look += 1) {
      const finished = history.parse(await this.#json(`history/${promptId}`, { signal }))[promptId];
      if (finished) return finished;
      // The socket may tell the end a moment before the history has it.
      const isQuiet = socket !== null && !socket.isBroken && !isTold;
      // A restarted server has forgotten both.
      if (look > 1 && (isQuiet || look % LOOKS === 0) && (await this.#placeOf(promptId, signal)) === null) {
        const late = history.parse(await this.#json(`history/${promptId}`, { signal }))[promptId];
        if (late) return late;
        throw engineFailure('picture', 'unreachable', { detail: 'lost by ComfyUI' });
      }
      if (isQuiet) isTold = await socket.next(quietMs, signal);
      else await pause(pollMs, undefined, { signal });
    }
  }

  async #placeOf(promptId: string, signal: AbortSignal): Promise<'running' | 'pending' | null> {
    const { queue_running: running, queue_pending: pending } = queue.parse(await this.#json('queue', { signal }));
    const isOf = (entry: readonly unknown[]): boolean => entry.includes(promptId);
    return running.some(isOf) ? 'running' : pending.some(isOf) ? 'pending' : null;
  }

  /** An address within ComfyUI's own: only its names come from the answer. */
  async #read({ filename, subfolder, type }: ComfyPicture, signal: AbortSignal): Promise<PicturePlace> {
    const address = `view?${new URLSearchParams({ filename, subfolder, type }).toString()}`;
    try {
      return Buffer.from(await (await this.#ask(address, { signal })).arrayBuffer());
    } catch (error) {
      signal.throwIfAborted();
      return toProviderError(error);
    }
  }

  /** Ends it where it waits or runs, and nobody else's: one that cannot be reached now ends by itself. */
  async #cancel(promptId: string): Promise<void> {
    const signal = AbortSignal.timeout(5_000);
    try {
      await this.#ask('queue', { ...asJson({ delete: [promptId] }), signal });
      if ((await this.#placeOf(promptId, signal)) === 'running') {
        await this.#ask('interrupt', { ...asJson({ prompt_id: promptId }), signal });
      }
    } catch {
      // The caller that stopped it has been told already.
    }
  }

  async #json(path: string, init: RequestInit): Promise<unknown> {
    return (await this.#ask(path, init)).json().catch(() => null);
  }

  #ask(path: string, init: RequestInit): Promise<Response> {
    const { baseUrl, bounds } = this.#settings;
    return askEngine(`${baseUrl.replace(/\/+$/, '')}/${path}`, init, bounds);
  }
}

const asJson = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The saved pictures of the node that the workflow names as its result, or of all nodes; previews only where nothing was saved. */
function picturesIn({ outputs, status }: Finished, result: string | null): ComfyPicture[] {
  const failed = status?.messages.find(([type]) => type === 'execution_error' || type === 'execution_interrupted');
  if (failed) {
    const [type, what] = failed;
    const detail = exception.safeParse(what).data?.exception_type ?? type;
    throw engineFailure('picture', /OutOfMemory/i.test(detail) ? 'tooLarge' : 'empty', { detail });
  }
  const made = Object.entries(outputs)
    .filter(([node]) => result === null || node === result)
    .flatMap(([, { images = [] }]) => images);
  const saved = made.filter(({ type }) => type === 'output');
  return saved.length > 0 ? saved : made;
}

/** A failed call as a message for people, without ComfyUI's own text. */
function toProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  if (thrown instanceof z.ZodError) return engineFailure('picture', 'unreadable', { detail: 'not as ComfyUI answers' });
  if (!(thrown instanceof EngineAnswer))
    return engineFailure('picture', 'unreachable', { detail: 'no answer', cause: thrown });
  const word = refusal.safeParse(thrown.body).data?.error.type;
  // A workflow that this server cannot run: a model or a node that it does not have.
  const code = thrown.status === 400 && word !== undefined ? 'noModel' : codeOfStatus(thrown.status);
  return engineFailure('picture', code, {
    detail: `${thrown.status} ${word ?? ''}`.trim(),
    retryAfterS: thrown.retryAfterS,
  });
}
