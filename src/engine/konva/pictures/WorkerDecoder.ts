import { fetchPicture } from './fetchPicture';
import { drawVector } from '../stage/drawVector';
import type { DecodedPicture, PictureDecoder } from './PictureDecoder';

export interface DecodeRequest {
  readonly id: number;
  readonly urls: readonly string[];
  readonly maxSide: number;
  readonly credentials: RequestCredentials;
}

export interface DecodeAnswer {
  readonly id: number;
  /** null: it cannot be loaded. */
  readonly picture: ImageBitmap | 'unanswered' | null;
}

interface Waiting {
  readonly request: DecodeRequest;
  readonly resolve: (picture: DecodedPicture | 'unanswered') => void;
  readonly reject: (reason: unknown) => void;
}

/** Pictures decoded at once. One processor is left to the page: a zoom and the things it brings into view must come at once. */
const atOnce = (): number => Math.min(4, Math.max(1, navigator.hardwareConcurrency - 1));

const decoded = (bitmap: ImageBitmap): DecodedPicture => ({
  bitmap,
  width: bitmap.width,
  height: bitmap.height,
  close: () => bitmap.close(),
});

/** Only a page can draw these: workers have no images. */
const isVector = (url: string): boolean => /^data:image\/svg\+xml[;,]/i.test(url);
/** Decodes an SVG, which has no size to be scaled down from: it is drawn with this longer side. */
async function decodeVector(url: string, side: number): Promise<DecodedPicture> {
  const svg = await (await fetch(url)).blob();
  const canvas = await drawVector(svg, (own) => {
    const scale = side / Math.max(own.width, own.height);
    return { width: own.width * scale, height: own.height * scale };
  });
  return decoded(canvas.transferToImageBitmap());
}

/** Decodes and scales in a worker, which starts with the first picture; in the page where there are no workers. */
export class WorkerDecoder implements PictureDecoder {
  readonly atOnce = atOnce();
  readonly #credentials: RequestCredentials;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #isWithoutWorker = typeof Worker === 'undefined';
  #lastId = 0;

  constructor(credentials: RequestCredentials = 'include') {
    this.#credentials = credentials;
  }

  decode(urls: readonly string[], maxSide: number): Promise<DecodedPicture | 'unanswered'> {
    const vector = urls.find(isVector);
    if (vector !== undefined) return decodeVector(vector, maxSide);
    return new Promise((resolve, reject) => {
      const request = {
        id: ++this.#lastId,
        // The worker's own address may be another one.
        urls: urls.map((url) => new URL(url, document.baseURI).href),
        maxSide,
        credentials: this.#credentials,
      };
      this.#waiting.set(request.id, { request, resolve, reject });
      this.#ask(request);
    });
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }

  #ask(request: DecodeRequest): void {
    if (!this.#isWithoutWorker) (this.#worker ??= this.#start()).postMessage(request, []);
    else {
      void fetchPicture(request.urls, request.maxSide, request.credentials).then(
        (picture) => this.#answer({ id: request.id, picture }),
        () => this.#answer({ id: request.id, picture: null }),
      );
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./fetchPicture.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<DecodeAnswer>) => this.#answer(data));
    // Its script could not be loaded, such as under a policy that forbids workers.
    worker.addEventListener('error', () => {
      if (this.#worker !== worker) return;
      worker.terminate();
      this.#worker = null;
      this.#isWithoutWorker = true;
      for (const { request } of this.#waiting.values()) this.#ask(request);
    });
    return worker;
  }

  #answer({ id, picture }: DecodeAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (picture === 'unanswered') waiting?.resolve(picture);
    else if (!waiting) picture?.close();
    else if (picture) waiting.resolve(decoded(picture));
    else waiting.reject(new Error('the picture cannot be had'));
  }
}
