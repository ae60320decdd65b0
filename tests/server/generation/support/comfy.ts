import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { WebSocketServer, type WebSocket } from 'ws';
import { EngineError, type GeneratedPicture, type ImageRequest } from '../../../../server/generation';
import { ComfyImages, type ComfySettings } from '../../../../server/generation/comfyui/ComfyImages';
import { Workflow, type ComfyGraph } from '../../../../server/generation/comfyui/Workflow';
import { endAfter } from '../../../support/leftovers';
import { serve } from '../../../support/serve';
import { plainPicture } from './FakeImageEngine';
import { AT_ONCE } from './gemini';

export const node = (class_type: string, title: string, inputs: object) => ({ class_type, inputs, _meta: { title } });
export const RIVER = {
  '3': node('KSampler', 'Seed', { seed: 40, steps: 20, positive: ['6', 0], latent_image: ['5', 0] }),
  '5': node('EmptyLatentImage', 'Size', { width: 1024, height: 1024, batch_size: 1 }),
  '6': node('CLIPTextEncode', 'Prompt', { text: 'as exported', clip: ['4', 1] }),
  '9': node('SaveImage', 'Result', { images: ['8', 0] }),
  '11': node('LoadImage', 'picture 1', { image: 'example.png' }),
  '12': node('LoadImage', 'Picture 2', { image: 'other.png' }),
};

export interface Comfy {
  readonly url: string;
  readonly prompts: ComfyGraph[];
  readonly uploads: string[];
  readonly told: string[];
  /** How often its history was read. */
  readonly looks: () => number;
  /** The ids under which its socket was opened and prompts were queued. */
  readonly clients: string[];
  readonly clientsOfPrompts: (string | undefined)[];
  /** Sends a message to every open socket. */
  readonly say: (type: string, data?: object) => void;
  /** Breaks the open sockets. */
  readonly breakOff: () => void;
  /** Puts the picture into its history. */
  readonly finish: () => void;
}

export interface ComfyBehaviour {
  /** Answer to a prompt. */
  readonly refuses?: { status: number; body: object };
  /** Its history once the picture is finished; empty while it runs. */
  readonly ends?: object | null;
  /** Looks at its history that fail before the first one that does not. */
  readonly failingLooks?: number;
  /** Whether it has forgotten the prompt. */
  readonly forgets?: boolean;
  /** Whether it has the socket; `waits`: its history has the picture only after `finish`. */
  readonly socket?: boolean;
  readonly waits?: boolean;
}

/** A ComfyUI server as its routes are documented; the first poll of the history finds the picture unfinished. */
export async function startComfy({
  refuses,
  ends,
  failingLooks = 0,
  forgets = false,
  socket = false,
  waits = false,
}: ComfyBehaviour = {}): Promise<Comfy> {
  const picture = await plainPicture('#0a7a4a');
  const comfy = { prompts: [] as ComfyGraph[], uploads: [] as string[], told: [] as string[] };
  let looks = 0;
  let isFinished = !waits;
  const clients: string[] = [];
  const clientsOfPrompts: (string | undefined)[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://comfy');
    const body = await buffer(incoming);
    const json = (value: object, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const said = (): unknown => (body.length === 0 ? null : JSON.parse(body.toString()));
    if (pathname === '/ws') json({}, 403);
    else if (pathname === '/upload/image') {
      const headers = { 'content-type': incoming.headers['content-type'] ?? '' };
      const file = (await new Response(new Uint8Array(body), { headers }).formData()).get('image');
      const name = file instanceof File ? file.name : '';
      comfy.uploads.push(name);
      json({ name, subfolder: 'mulgil', type: 'input' });
    } else if (pathname === '/prompt') {
      const { prompt, client_id: clientId } = said() as { prompt: ComfyGraph; client_id?: string };
      comfy.prompts.push(prompt);
      clientsOfPrompts.push(clientId);
      if (refuses) json(refuses.body, refuses.status);
      else json({ prompt_id: 'p1', number: 1, node_errors: {} });
    } else if (pathname === '/history/p1') {
      looks += 1;
      const outputs = {
        '7': { images: [{ filename: 'draft.png', subfolder: '', type: 'temp' }] },
        '9': { images: [{ filename: 'river 1.png', subfolder: 'a', type: 'output' }] },
      };
      const status = { status_str: 'success', completed: true, messages: [] };
      if (looks <= failingLooks) json({}, 502);
      else if (ends === null || forgets || looks < 2 || !isFinished) json({});
      else json({ p1: { outputs, status, ...ends } });
    } else if (pathname === '/queue' && incoming.method === 'GET') {
      json({ queue_running: forgets ? [] : [[1, 'p1', {}, {}, []]], queue_pending: [] });
    } else if (pathname === '/view' && searchParams.get('filename') === 'lost.png') {
      json({}, 403);
    } else if (pathname === '/view') {
      comfy.told.push(
        `view ${searchParams.get('filename')} ${searchParams.get('subfolder')} ${searchParams.get('type')}`,
      );
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    } else {
      comfy.told.push(`${pathname.slice(1)} ${JSON.stringify(said())}`);
      json({});
    }
  };
  const server = createServer((incoming, response) => void answer(incoming, response));
  const open = new Set<WebSocket>();
  if (socket) {
    const sockets = new WebSocketServer({ server, path: '/ws' });
    sockets.on('connection', (each, { url: asked = '' }) => {
      clients.push(new URL(asked, 'http://comfy').searchParams.get('clientId') ?? '');
      open.add(each);
      each.send(JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: 's' } }));
    });
  }
  const { url, stop } = await serve(server);
  const breakOff = (): void => {
    for (const each of open) each.terminate();
  };
  endAfter('test', () => {
    breakOff();
    return stop();
  });
  const say = (type: string, data: object = {}): void => {
    for (const each of open) {
      // A preview of the unfinished picture.
      each.send(Buffer.from([0, 0, 0, 1, 0xff, 0xd8]));
      each.send(JSON.stringify({ type, data: { prompt_id: 'p1', ...data } }));
    }
  };
  const finish = (): void => {
    isFinished = true;
  };
  return { url, ...comfy, looks: () => looks, clients, clientsOfPrompts, say, breakOff, finish };
}

export const comfyAt = (url: string, more: Partial<ComfySettings> = {}): ComfyImages =>
  new ComfyImages({
    baseUrl: `${url}/`,
    workflow: new Workflow('river', RIVER),
    pollMs: 1,
    bounds: AT_ONCE,
    ...more,
  });

export const askComfy = (
  images: ComfyImages,
  more: Partial<ImageRequest> = {},
): Promise<GeneratedPicture | EngineError> =>
  images
    .generate({ parts: [{ kind: 'text', text: 'a boat' }], signal: new AbortController().signal, ...more })
    .catch((error: unknown) => {
      if (error instanceof EngineError) return error;
      throw error;
    });
