/** `npm run restore -- --from FOLDER`: replaces the data by a backup, while no server runs on them. */
import { operateBackup } from './backup/operateBackup';
import { printAnswer } from './installation/printAnswer';

printAnswer(await operateBackup('restore', process.argv.slice(2), process.env));
