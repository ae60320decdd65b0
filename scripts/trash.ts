/** `npm run trash -- list`: what an operator does about deleted projects, beside a running server or without one. */
import { printAnswer } from './installation/printAnswer';
import { operateTrash } from './trash/operateTrash';

printAnswer(await operateTrash(process.argv.slice(2), process.env));
