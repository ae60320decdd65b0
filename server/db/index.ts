/** The database's door: its tables and how to open it. */
export { connect } from './connect';
export type { Database, JobTable, MemberTable, ProjectTable } from './schema';
