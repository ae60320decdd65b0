import type Sqlite from 'libsql';
import { isBusy } from '../../server/db/sqlite/Statements';
import { CommandRefused } from '../installation/CommandRefused';
import { storedPictures } from './leftoverPictures';
import { openDatabase } from './openDatabase';

/** A database that no server opens until it is released. A damaged one cannot be held. */
export interface HeldDatabase {
  /** Null for one that can be read. */
  readonly whyUnreadable: string | null;
  /** Names of the pictures that the store has because of it. */
  readonly pictures: readonly string[];
  readonly release: () => void;
}

/** Throws CommandRefused while it is open: only its sole connection can leave the write-ahead log; then it is one file, too. */
export function holdDatabase(path: string): HeldDatabase {
  let db: Sqlite.Database | undefined;
  try {
    const held = openDatabase(path);
    db = held;
    const [mode] = held.prepare('pragma journal_mode = delete').pluck().all();
    if (mode === 'delete') {
      held.exec('begin exclusive');
      const release = (): void => {
        held.exec('rollback');
        held.close();
      };
      return { whyUnreadable: null, pictures: storedPictures(held), release };
    }
  } catch (error) {
    if (!isBusy(error)) {
      db?.close();
      const whyUnreadable = error instanceof Error ? error.message : String(error);
      return { whyUnreadable, pictures: [], release: () => undefined };
    }
  }
  db?.close();
  throw new CommandRefused(`${path} is in use: stop the server first.`);
}
