/** `npm run test:faults` takes its time; `npm test` does a little of the same. */
export const isLong = process.env['FAULTS'] === 'long';

/** Where the dice begin: told by a failing test, and set by FAULT_SEED to see it again. */
export const FAULT_SEED = Number(process.env['FAULT_SEED'] ?? (isLong ? Date.now() % 1_000_000_000 : 20_261_121));

/** One round alone of those that a run has, as a failing one tells it. */
export const FAULT_ROUND = process.env['FAULT_ROUND'] === undefined ? null : Number(process.env['FAULT_ROUND']);

const begun = Date.now();
const LIMIT_MS = Number(process.env['FAULT_MINUTES'] ?? Number.POSITIVE_INFINITY) * 60_000;

/** How much of the time that FAULT_MINUTES gives a long run is left; a run ends well when it is over. */
export const msLeft = (): number => begun + LIMIT_MS - Date.now();
