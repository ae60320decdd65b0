import { z } from 'zod';
import { createProject, pushProject } from '../../../src/api/contract';
import { checkJson } from '../../http/checkJson';
import { ApiError } from '../../errors';
import { asBuffer } from '../buffers';
import { checkSnapshot } from '../checkSnapshot';
import { checkCanvas, checkCanvasSize, checkValueCount } from '../parseCanvas';
import { readPatch } from '../readPatch';
import type { ReadPatch } from '../readPatch';
import type { CreatedBody, PushedBody } from './CanvasTasks';
import { sha256 } from '../../sha256';

/** Throws 400, 413 or 422. */
export async function checkCreated(body: Uint8Array): Promise<CreatedBody> {
  const { name, canvas } = parseBody(createProject, body);
  await checkCanvas(canvas);
  return { name, canvas: encode(canvas), bodyHash: sha256(body) };
}

/** Throws 400, 413 or 422. */
export async function checkPushed(body: Uint8Array): Promise<PushedBody> {
  const { pid, name, snapshot } = parseBody(pushProject, body);
  await checkSnapshot(snapshot);
  const canvas = JSON.stringify(snapshot);
  checkCanvasSize(canvas);
  return { pid, name, canvas: encode(canvas) };
}

/** Throws 400, 413 or 422. */
export function checkPatch(body: Uint8Array): ReadPatch {
  const value = parseJson(body);
  checkJson(value);
  return readPatch(value);
}

function parseBody<Schema extends z.core.$ZodType>(schema: Schema, body: Uint8Array): z.infer<Schema> {
  const value = parseJson(body);
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.length ? ` at /${issue.path.join('/')}` : '';
    throw new ApiError(400, 'invalidRequest', `The request is not valid${where}: ${issue?.message ?? 'check it'}.`);
  }
  checkJson(value);
  return parsed.data;
}

function parseJson(body: Uint8Array): unknown {
  checkValueCount(body);
  const text = asBuffer(body).toString();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'invalidJson', 'The body is not valid JSON.');
  }
}

/** Encodes into a buffer that nothing else uses, so that it can be transferred between threads. */
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
