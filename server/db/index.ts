/** The database's door: its tables and how to open it. */
export { BUSY_TIMEOUT_MS, connect, connectBeside } from './connect';
export { flushLog } from './flushLog';
export { nextNumber } from './nextNumber';
export type { Database, JobTable, MemberTable, ProjectTable, VersionTable } from './schema';
