/** `npm run bucket`: makes the bucket that STORAGE_URL names, where there is none yet. */
import { makeBucket } from './bucket/makeBucket';
import { printAnswer } from './installation/printAnswer';

const { code, line } = await makeBucket(process.env);
printAnswer({ code, lines: [line] });
