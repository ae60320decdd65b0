import { readFile } from 'node:fs/promises';
import { readSnapshot, type Snapshot } from '../../src/engine';
import { reasonOf, RenderError } from './RenderError';

/** The snapshot in a file. */
export async function readFlow(path: string): Promise<Snapshot> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new RenderError(`${path} cannot be read: ${reasonOf(error)}`);
  });
  const snapshot = readSnapshot(parse(path, text));
  if (snapshot) return snapshot;
  throw new RenderError(`${path} is not a snapshot: it needs the lists nodes and edges, each with unique ids`);
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RenderError(`${path} is not JSON`);
  }
}
