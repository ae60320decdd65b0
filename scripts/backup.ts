/** `npm run backup -- --to FOLDER`: copies the database and the pictures, with or without a running server. */
import { operateBackup } from './backup/operateBackup';
import { printAnswer } from './installation/printAnswer';

printAnswer(await operateBackup('backup', process.argv.slice(2), process.env));
