/** `npm run trash -- list`: what an operator does about deleted projects, beside a running server or without one. */
import { operateTrash } from './trash/operateTrash';

const { code, lines } = await operateTrash(process.argv.slice(2), process.env);
(code === 0 ? process.stdout : process.stderr).write(lines.map((line) => `${line}\n`).join(''));
process.exitCode = code;
