/** The database's door: its tables and how to open it. */
export { connect, connectInThread } from './connect';
export { deleteSome } from './deleteSome';
export type { DatabaseAddress } from './connect';
export { isPostgres } from './dialect';
export { letOthersWrite } from './letOthersWrite';
export { migrationsDone } from './migrate';
export { MOVE_UNDER_WAY, refuseHalfMoved } from './moveUnderWay';
export { nextNumber } from './nextNumber';
export type {
  ApiTokenTable,
  Database,
  JobTable,
  MemberTable,
  PatchAnswerTable,
  ProjectTable,
  TakeTable,
  VersionTable,
} from './schema';
export { emptyLog } from './sqlite/emptyLog';
export { WalCheckpoints } from './sqlite/WalCheckpoints';
export { refuseOddClock } from './refuseOddClock';
export { textBytes } from './dialect';
export { atOneMoment, transact } from './transact';
