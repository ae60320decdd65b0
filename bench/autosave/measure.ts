/**
 * `npm run bench:autosave`: the main-thread cost of saving one moved node, at 100, 10,000 and 100,000 nodes with about two edges each. The
 * editor, the queue and the local copies are real; the stores of the browser and the server are in memory, and the large store serializes
 * its values as IndexedDB does. Prints the medians and writes bench/results/autosave.json.
 */
import { performance } from 'node:perf_hooks';
import { SavedCanvas } from '../../tests/stores/support/SavedCanvas';
import { median, quantile } from '../quantile';
import { inJson, resultsOf, startAbout, writeFigures } from '../writeFigures';

const SIZES = [100, 10_000, 100_000];
const SAVES = 41;
const WARM_UP = 10;
/** Time for a save, from the change until nothing is left to do. */
const VISIT_MS = 4000;

/** How long the main thread was busy. */
async function busyMs(work: () => Promise<void>): Promise<number> {
  const before = performance.eventLoopUtilization();
  await work();
  return performance.eventLoopUtilization(before).active;
}

interface Figures {
  readonly nodes: number;
  readonly edges: number;
  /** Time of one save, from after the change to 'saved': journal, patch, request, acknowledgement. */
  readonly saveMs: number;
  readonly saveP95Ms: number;
  /** The same seconds with nothing to save, already taken off: the check of every second and this command's own share. */
  readonly idleMs: number;
  readonly sentBytes: number;
  readonly keptBytes: number;
}

async function measure(nodes: number): Promise<Figures> {
  const canvas = await SavedCanvas.open({ nodes });
  const saves: number[] = [];
  const idles: number[] = [];
  for (let save = 0; save < WARM_UP + SAVES; save += 1) {
    idles.push(await busyMs(() => canvas.pass(VISIT_MS)));
    canvas.move((save * 7919) % nodes);
    canvas.forgetCosts();
    saves.push(await busyMs(() => canvas.pass(VISIT_MS)));
    if (!canvas.isSaved || canvas.sentBytes === 0) throw new Error('the move was not saved');
  }
  const idleMs = median(idles.slice(WARM_UP));
  return {
    nodes,
    edges: canvas.editor.document.allEdges().length,
    saveMs: median(saves.slice(WARM_UP)) - idleMs,
    saveP95Ms: quantile(saves.slice(WARM_UP), 0.95) - idleMs,
    idleMs,
    sentBytes: canvas.sentBytes,
    keptBytes: canvas.keptBytes,
  };
}

const about = startAbout();
const figures: Figures[] = [];
for (const nodes of SIZES) figures.push(await measure(nodes));
console.log(inJson(figures));
writeFigures(resultsOf('autosave'), { about: { ...about(), saves: SAVES }, verdicts: [], figures });
