/** `npm run members -- list`: what an operator does about members, beside a running server or without one. */
import { printAnswer } from './installation/printAnswer';
import { operateMembers } from './members/operateMembers';

printAnswer(await operateMembers(process.argv.slice(2), process.env));
