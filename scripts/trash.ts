/** `npm run trash -- list`: the operator's commands about deleted projects, with or without a running server. */
import { printAnswer } from './installation/printAnswer';
import { operateTrash } from './trash/operateTrash';

printAnswer(await operateTrash(process.argv.slice(2), process.env));
