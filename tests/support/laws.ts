import fc from 'fast-check';

/** Laws draw the same cases in every run, so that a run tells of the code and not of the day. `LAWS=random` draws others. */
const SEED = 20_261_126;

if (process.env['LAWS'] !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
