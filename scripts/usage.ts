/** `npm run usage -- top`: shows the storage of members and the files that nothing names, with or without a running server. */
import { printAnswer } from './installation/printAnswer';
import { operateUsage } from './usage/operateUsage';

printAnswer(await operateUsage(process.argv.slice(2), process.env));
