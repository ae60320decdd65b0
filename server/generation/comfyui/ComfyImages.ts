import { z } from 'zod';
import type { EngineAnswer } from '../askEngine';
import type { AnswerFacts } from '../callFailure';
import { engineFailure } from '../engineFailure';
import { asFile, fitPictures } from '../fitPictures';
import type { EngineCalls } from '../hosted/EngineCalls';
import { EngineQueue, type QueueSettings, requestId } from '../hosted/EngineQueue';
import type { GeneratedPicture, ImageAbilities, ImageEngine, ImageRequest, PicturePart } from '../ports';
import { picturesIn, promptWords } from '../promptParts';
import { severalPictures } from '../severalPictures';
import { ComfySocket } from './ComfySocket';
import type { Workflow } from './Workflow';
import { sha256 } from '../../sha256';

/** How often the history is looked at although the socket would tell: a line may be dead without having broken. */
const QUIET_MS = 10_000;
/** Polls of the history without an entry after which the queue is checked for the picture. */
const LOOKS = 10;

const queued = z.looseObject({ prompt_id: requestId });
const picture = z.looseObject({ filename: z.string(), subfolder: z.string().default(''), type: z.string() });
type ComfyPicture = z.infer<typeof picture>;
const history = z.record(
  z.string(),
  z.looseObject({
    outputs: z.record(z.string(), z.looseObject({ images: z.array(picture).optional().catch(undefined) })),
    status: z.looseObject({ status_str: z.string(), messages: z.array(z.tuple([z.string(), z.unknown()])) }).optional(),
  }),
);
type FinishedPrompt = z.infer<typeof history>[string];
const queue = z.looseObject({
  queue_running: z.array(z.array(z.unknown())),
  queue_pending: z.array(z.array(z.unknown())),
});
const uploaded = z.looseObject({ name: z.string(), subfolder: z.string().default('') });
const exception = z.looseObject({ exception_type: z.string() });
const refusal = z.looseObject({ error: z.looseObject({ type: z.string() }) });

export interface ComfySettings extends QueueSettings {
  readonly workflow: Workflow;
  readonly quietMs?: number;
}

/** Makes pictures with one workflow of a ComfyUI server. Only the operator names the server, and no answer leads elsewhere. */
export class ComfyImages implements ImageEngine {
  readonly name = 'comfyui';
  readonly model: string;
  readonly abilities: ImageAbilities;
  readonly #settings: ComfySettings;
  readonly #queue: EngineQueue;

  constructor(settings: ComfySettings) {
    const { workflow } = settings;
    this.#settings = settings;
    this.#queue = new EngineQueue(settings, {}, toldIn);
    this.model = workflow.name;
    this.abilities = {
      aspectRatios: workflow.aspectRatios,
      countMax: workflow.countMax,
      picturesMax: workflow.pictures.length,
    };
  }

  generate({ parts, aspectRatio, count = 1, number = 0, signal, onProgress }: ImageRequest): Promise<GeneratedPicture> {
    const { workflow, baseUrl } = this.#settings;
    return this.#queue.run(signal, async (calls, begun) => {
      const pictures = await upload(picturesIn(parts), calls);
      const prompt = workflow.graphFor({ words: promptWords(parts), pictures, aspectRatio, count, number });
      // The socket opens before the prompt is queued, so that no end of it is missed.
      const listening = { nodes: Object.keys(prompt).length, onProgress: onProgress ?? (() => undefined) };
      const socket = await ComfySocket.open(baseUrl, listening, calls.signal);
      try {
        const { prompt_id: id } = queued.parse(await calls.post('prompt', { prompt, client_id: socket?.clientId }));
        begun((last) => cancel(id, last));
        const made = savedPictures(await this.#finished(id, socket, calls), workflow.result).slice(0, count);
        const places = await Promise.all(made.map((picture) => calls.place(() => readPicture(picture, calls))));
        return severalPictures(places, { model: workflow.name }, { count });
      } finally {
        socket?.close();
      }
    });
  }

  /** Reads the history when the socket says so, or polls it if there is no socket. */
  #finished(promptId: string, socket: ComfySocket | null, calls: EngineCalls): Promise<FinishedPrompt> {
    const { quietMs = QUIET_MS } = this.#settings;
    let looks = 0;
    let isTold = false;
    // The socket may tell the end a moment before the history has it.
    const listening = (): ComfySocket | null => (socket === null || socket.isBroken || isTold ? null : socket);
    const look = async (): Promise<FinishedPrompt | null> => {
      looks += 1;
      const finished = await finishedOf(promptId, calls);
      if (finished !== null || looks === 1 || (listening() === null && looks % LOOKS > 0)) return finished;
      if ((await placeOf(promptId, calls)) !== null) return null;
      const late = await finishedOf(promptId, calls);
      // A restarted server has forgotten it in both.
      if (late === null) throw engineFailure('picture', 'unreachable', { detail: 'lost by ComfyUI' });
      return late;
    };
    return calls.poll(look, async () => {
      const telling = listening();
      if (telling === null) await calls.pause();
      else isTold = await telling.next(quietMs, calls.signal);
    });
  }
}

/** Each distinct picture once, under the name of its bytes. */
async function upload(pictures: readonly PicturePart[], calls: EngineCalls): Promise<string[]> {
  const send = fitPictures(async (picture) => {
    const form = new FormData();
    form.set('image', asFile(picture, sha256(picture.bytes)));
    form.set('subfolder', 'mulgil');
    form.set('overwrite', 'true');
    const { name, subfolder } = uploaded.parse(await calls.post('upload/image', form));
    return subfolder === '' ? name : `${subfolder}/${name}`;
  });
  const names: string[] = [];
  for (const picture of pictures) names.push(await send(picture));
  return names;
}

/** Null while it waits or runs, and for a prompt that ComfyUI does not know. */
const finishedOf = async (promptId: string, calls: EngineCalls): Promise<FinishedPrompt | null> =>
  history.parse(await calls.get(`history/${promptId}`))[promptId] ?? null;

async function placeOf(promptId: string, calls: EngineCalls): Promise<'running' | 'pending' | null> {
  const { queue_running: running, queue_pending: pending } = queue.parse(await calls.get('queue'));
  const isOf = (entry: readonly unknown[]): boolean => entry.includes(promptId);
  return running.some(isOf) ? 'running' : pending.some(isOf) ? 'pending' : null;
}

/** An address within ComfyUI's own: only its names come from the answer. */
async function readPicture({ filename, subfolder, type }: ComfyPicture, calls: EngineCalls): Promise<Buffer> {
  const answer = await calls.ask(`view?${new URLSearchParams({ filename, subfolder, type }).toString()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Cancels this prompt only, whether it waits or runs: ComfyUI may be working on those of others. */
async function cancel(promptId: string, calls: EngineCalls): Promise<void> {
  await calls.post('queue', { delete: [promptId] });
  if ((await placeOf(promptId, calls)) === 'running') await calls.post('interrupt', { prompt_id: promptId });
}

/** The saved pictures of the node that the workflow names as its result, or of all nodes; previews only where nothing was saved. */
function savedPictures({ outputs, status }: FinishedPrompt, result: string | null): ComfyPicture[] {
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

/** A workflow that this server cannot run has a word: a model or a node that it does not have. */
function toldIn({ status, body }: EngineAnswer): AnswerFacts {
  const word = refusal.safeParse(body).data?.error.type;
  return status === 400 && word !== undefined ? { code: 'noModel', word } : { word };
}
