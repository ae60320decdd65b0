import { PICTURE_MAX_BYTES } from '../../api/contract';
import { drawVector } from '../../engine/konva';
import { kindOfFile } from '../../stores/pictureKind';
import type { ReadPicture } from '../../stores/ports';
import { decodeFile, type DecodeFileAnswer, type DecodeFileRequest } from './decodeFile';
import { drawPng } from './drawPng';

/** A larger file is not tried: decoding it could take all the memory there is. */
const FILE_MAX_BYTES = 256 * 1024 * 1024;
/** The longer side of a PNG made of an SVG; one that is small by itself can still be used large. */
const VECTOR_SIDE = { least: 1024, most: 4096 };
/** Bytes within which an SVG begins, after a prologue and comments. */
const VECTOR_HEAD_BYTES = 4096;

async function isVector(file: Blob): Promise<boolean> {
  const head = (await file.slice(0, VECTOR_HEAD_BYTES).text()).trimStart();
  return head.startsWith('<') && /<svg[\s>]/i.test(head);
}

async function drawn(svg: Blob): Promise<Blob> {
  const canvas = await drawVector(svg, ({ width, height }) => {
    const side = Math.max(width, height);
    const scale = Math.min(Math.max(side, VECTOR_SIDE.least), VECTOR_SIDE.most) / side;
    return { width: width * scale, height: height * scale };
  });
  return drawPng(canvas, canvas.width, canvas.height);
}

/** Decodes in a worker for this one file, whose memory is freed with it; on the page where there are no workers. */
function decoded(request: DecodeFileRequest): Promise<DecodeFileAnswer> {
  if (typeof Worker === 'undefined') return decodeFile(request);
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./decodeFile.worker.ts', import.meta.url), { type: 'module' });
    const end = (answer: DecodeFileAnswer | Promise<DecodeFileAnswer>): void => {
      worker.terminate();
      resolve(answer);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<DecodeFileAnswer>) => end(data));
    // The worker's script could not be loaded.
    worker.addEventListener('error', () => end(decodeFile(request)));
    worker.postMessage(request, []);
  });
}

/** Reads a picture file with the browser's own decoder; see the port. */
export const readPicture: ReadPicture = async (file, { asPng = false } = {}) => {
  try {
    const kind = await kindOfFile(file);
    const isTaken = kind !== null && !asPng;
    if (file.size > (isTaken ? PICTURE_MAX_BYTES : FILE_MAX_BYTES)) return 'tooLarge';
    if (kind === null && (await isVector(file))) return await drawn(file);
    const answer = await decoded({ file, isTaken });
    if (answer !== 'asItIs') return answer;
    // The system goes by a file's name, but the data URL must name the true kind.
    return kind === null || file.type === kind ? file : new Blob([file], { type: kind });
  } catch (error) {
    console.warn('the file could not be read', error);
    return 'unreadable';
  }
};
