/** `npm run backup -- --to FOLDER`: a copy of the database and the pictures, beside a running server or without one. */
import { operateBackup } from './backup/operateBackup';

const { code, lines } = await operateBackup('backup', process.argv.slice(2), process.env);
(code === 0 ? process.stdout : process.stderr).write(lines.map((line) => `${line}\n`).join(''));
process.exitCode = code;
