/** `npm run members -- list`: the operator's commands about members, with or without a running server. */
import { printAnswer } from './installation/printAnswer';
import { operateMembers } from './members/operateMembers';

printAnswer(await operateMembers(process.argv.slice(2), process.env));
