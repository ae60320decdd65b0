/** `npm run move -- --from DATABASE_URL,STORAGE_URL --to DATABASE_URL,STORAGE_URL`: copies a whole installation. */
import { operateMove } from './move/operateMove';

const TELL_EVERY_MS = 1_000;

let told = 0;
const { code, lines } = await operateMove(process.argv.slice(2), process.env, (what, done, total) => {
  const now = performance.now();
  if (done < total && now - told < TELL_EVERY_MS) return;
  told = now;
  process.stdout.write(`${what}: ${done} of ${total}\n`);
});
(code === 0 ? process.stdout : process.stderr).write(lines.map((line) => `${line}\n`).join(''));
process.exitCode = code;
