import type { TestProject } from 'vitest/node';
import { connect } from '../../../server/db';
import { Postgres } from './Postgres';
import './databases';

/** Starts the one PostgreSQL of a test run, with tables to copy. Returns a function that ends it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await Postgres.start();
  try {
    const url = postgres.url('template1');
    const db = await connect({ kind: 'postgres', url });
    await db.destroy();
    project.provide('postgres', url);
  } catch (error) {
    await postgres.remove();
    throw error;
  }
  return () => postgres.remove();
}
