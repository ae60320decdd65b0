/** The database's door: its tables and how to open it. */
export { connect, connectForCommand, connectInThread } from './connect';
export { connectOnceThere } from './connectOnceThere';
export { deleteSome } from './transact';
export type { DatabaseAddress } from './connect';
export { firstRevision, passLostNumbers } from './passLostNumbers';
export { isPostgres } from './dialect';
export { letOthersWrite } from './transact';
export { migrationsDone } from './migrate';
export { MOVE_UNDER_WAY } from './refuseDatabase';
export { nextNumber } from './transact';
export { NO_EVENT, RUNNING, UNWRITTEN } from './partialIndexes';
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
export { emptyLog } from './sqlite/WalCheckpoints';
export { WalCheckpoints } from './sqlite/WalCheckpoints';
export { textBytes } from './dialect';
export { atOneMoment, transact } from './transact';
