/** `npm run restore -- --from FOLDER`: puts a backup in the place of the data, while no server runs on them. */
import { operateBackup } from './backup/operateBackup';

const { code, lines } = await operateBackup('restore', process.argv.slice(2), process.env);
(code === 0 ? process.stdout : process.stderr).write(lines.map((line) => `${line}\n`).join(''));
process.exitCode = code;
