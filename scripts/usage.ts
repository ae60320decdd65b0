/** `npm run usage -- top`: who takes how much, and what nothing names, beside a running server or without one. */
import { printAnswer } from './installation/printAnswer';
import { operateUsage } from './usage/operateUsage';

printAnswer(await operateUsage(process.argv.slice(2), process.env));
