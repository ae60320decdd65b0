/** `npm run backup -- --to FOLDER`: a copy of the database and the pictures, beside a running server or without one. */
import { operateBackup } from './backup/operateBackup';
import { printAnswer } from './installation/printAnswer';

printAnswer(await operateBackup('backup', process.argv.slice(2), process.env));
