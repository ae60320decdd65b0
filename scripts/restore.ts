/** `npm run restore -- --from FOLDER`: puts a backup in the place of the data, while no server runs on them. */
import { operateBackup } from './backup/operateBackup';
import { printAnswer } from './installation/printAnswer';

printAnswer(await operateBackup('restore', process.argv.slice(2), process.env));
