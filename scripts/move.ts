/** `npm run move -- --from DATABASE_URL,STORAGE_URL --to DATABASE_URL,STORAGE_URL`: copies a whole installation. */
import { printAnswer, printable } from './installation/printAnswer';
import { operateMove } from './move/operateMove';

const TELL_EVERY_MS = 1_000;

let told = 0;
const answer = await operateMove(process.argv.slice(2), process.env, (what, done, total) => {
  const now = performance.now();
  if (done < total && now - told < TELL_EVERY_MS) return;
  told = now;
  process.stdout.write(`${printable(what)}: ${done} of ${total}\n`);
});
printAnswer(answer);
