/** `npm run bucket`: makes the bucket that STORAGE_URL names, where there is none yet. */
import { makeBucket } from './bucket/makeBucket';

const { code, line } = await makeBucket(process.env);
(code === 0 ? process.stdout : process.stderr).write(`${line}\n`);
process.exitCode = code;
