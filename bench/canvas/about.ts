import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAbout } from '../writeFigures';
import type { About } from '../writeFigures';

/** The browser and repetitions of a run, beside what every command tells. */
export interface CanvasAbout extends About {
  readonly chromium: string;
  readonly reps: number;
  readonly peers: Readonly<Record<string, string>>;
}

/** Notes the start; the returned function is to be called at the end. */
export function startCanvasAbout({ reps }: { readonly reps: number }, chromium: string): () => CanvasAbout {
  const about = startAbout();
  const { dependencies: peers } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return () => ({ ...about(), chromium, reps, peers });
}
