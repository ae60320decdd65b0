import { openDatabase } from './openDatabase';

/** Tables that open an account or let a sign-in come back. A database of an older version may lack some of them. */
const OPENERS = ['session', 'api_token', 'sign_in', 'used_sign_in', 'secret'];

/**
 * Ends every session, API token and sign-in under way in a copy of a database. People may have signed out or revoked them since: a
 * copy must not bring them back.
 */
export function forgetAccess(path: string): void {
  const db = openDatabase(path);
  try {
    db.exec('pragma secure_delete = on');
    const known = new Set(db.prepare("select name from sqlite_master where type = 'table'").pluck().all());
    for (const table of OPENERS) if (known.has(table)) db.exec(`delete from "${table}"`);
    // No log beside the copy keeps any of it.
    db.exec('pragma journal_mode = delete');
  } finally {
    db.close();
  }
}
