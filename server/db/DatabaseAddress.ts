/** Where a database is: a file of this machine, or a PostgreSQL server that other processes may use as well. */
export type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };
