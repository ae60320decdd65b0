/**
 * Share of stolen processor time that disturbs. A calm minute of a rented machine loses nothing to 0.03 to its neighbours, a bad one
 * 0.1 to 0.4, and then a page that does nothing but fill a rectangle misses frames and has long tasks.
 */
const DISTURBED = 0.05;
/** Most performances for each one that is wanted; a machine that is never calm is measured as it is. */
const PERFORMANCES_MAX = 3;
/** Pause before the next performance: neighbours come and go in bursts. */
const PAUSE_MS = 3000;

interface Performance {
  readonly stolen: number | null;
}

/**
 * Performs until `count` runs were not disturbed by the machine, and returns those; after three times as many, the least disturbed ones.
 * Only the stolen time decides which ones count, never their results.
 */
export async function undisturbed<T extends Performance>(
  wanted: number,
  perform: (turn: number) => Promise<T>,
): Promise<T[]> {
  const all: T[] = [];
  let calm = 0;
  while (calm < wanted && all.length < wanted * PERFORMANCES_MAX) {
    const performance = await perform(all.length);
    all.push(performance);
    if (stolenIn(performance) <= DISTURBED) calm += 1;
    else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return all.toSorted((a, b) => stolenIn(a) - stolenIn(b)).slice(0, wanted);
}

/** A system that does not tell is taken for a calm one. */
const stolenIn = ({ stolen }: Performance): number => stolen ?? 0;
