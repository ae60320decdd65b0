/** `npm run test:faults` takes its time; `npm test` does a little of the same. */
export const isLong = process.env['FAULTS'] === 'long';

/** The seed: printed by a failing test, and set by FAULT_SEED to repeat it. */
export const FAULT_SEED = Number(process.env['FAULT_SEED'] ?? (isLong ? Date.now() % 1_000_000_000 : 20_261_121));

/** The number of the one round to repeat, as a failing run prints it. */
export const FAULT_ROUND = process.env['FAULT_ROUND'] === undefined ? null : Number(process.env['FAULT_ROUND']);

const begun = Date.now();
const LIMIT_MS = Number(process.env['FAULT_MINUTES'] ?? Number.POSITIVE_INFINITY) * 60_000;

/** Time left of the FAULT_MINUTES that a long run is given; a run ends well when it is over. */
export const msLeft = (): number => begun + LIMIT_MS - Date.now();
