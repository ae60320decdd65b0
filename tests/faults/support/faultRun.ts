/** `npm run test:faults` takes its time; `npm test` does a little of the same. */
export const isLong = process.env['FAULTS'] === 'long';

/** Where the dice begin: told by a failing test, and set by FAULT_SEED to see it again. */
export const FAULT_SEED = Number(process.env['FAULT_SEED'] ?? (isLong ? Date.now() % 1_000_000_000 : 20_261_121));
