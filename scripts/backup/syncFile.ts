import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Resolves when a file and its name would survive a power cut. */
export async function syncFile(path: string): Promise<void> {
  for (const one of [path, dirname(path)]) {
    const file = await open(one, 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
