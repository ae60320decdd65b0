import { EngineError, type GeneratedPicture, type ImageEngine, type ImageRequest } from '../../../../server/generation';
import { plainPicture } from '../../generation/support/FakeImageEngine';

/** Paints at once, each request in its own colour, and counts; or as the test says. */
export class InstantImageEngine implements ImageEngine {
  readonly name: ImageEngine['name'] = 'offline';
  readonly asked: string[] = [];
  readonly numbers: number[] = [];
  readonly refused = new Set<string>();
  refuses: (request: ImageRequest) => boolean = () => false;
  /** Number of requests that were stopped before they had their picture. */
  stopped = 0;
  #open: Promise<void> = Promise.resolve();
  #letGo: () => void = () => undefined;

  hold(): void {
    this.#open = new Promise((resolve) => (this.#letGo = resolve));
  }

  release(): void {
    this.#letGo();
  }

  async generate(request: ImageRequest): Promise<GeneratedPicture> {
    const { parts, number, signal } = request;
    const words = parts.map((part) => (part.kind === 'text' ? part.text : `(${part.bytes.byteLength})`)).join(' ');
    this.asked.push(words);
    this.numbers.push(number ?? 0);
    const stop = new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    await Promise.race([this.#open, stop]).catch((reason: unknown) => {
      this.stopped += 1;
      throw reason;
    });
    if (this.refused.has(words) || this.refuses(request)) throw new EngineError('refusedSafety', 'No.');
    const colour = `#${(this.asked.length * 40_503).toString(16).padStart(6, '0').slice(-6)}`;
    return { bytes: await plainPicture(colour), model: 'painter-1' };
  }
}
