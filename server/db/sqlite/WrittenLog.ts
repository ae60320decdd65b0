import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/**
 * Brings the write-ahead log to the disk, once for everybody who waits for that, and beside the thread that answers: SQLite by
 * itself would do it within each commit, and nobody would be answered meanwhile. The log is SQLite's own in every other way:
 * its frames carry check sums, so that after a lost power supply it ends with the last transaction that is whole.
 */
export class WrittenLog {
  readonly #path: string;
  #file: Promise<FileHandle> | undefined;
  #written = 0;
  #kept = 0;
  #keeping: Promise<void> | undefined;

  constructor(databasePath: string) {
    this.#path = `${databasePath}-wal`;
  }

  /** Call when something was committed. */
  written(): void {
    this.#written += 1;
  }

  /**
   * Resolves when all that was committed before is on the disk. Throws once that went wrong, and from then on: a disk that is
   * asked again may say that all is well, and have forgotten what it could not write.
   */
  async kept(): Promise<void> {
    const mine = this.#written;
    while (this.#kept < mine) await (this.#keeping ??= this.#keep());
  }

  async close(): Promise<void> {
    await (await this.#file)?.close();
  }

  async #keep(): Promise<void> {
    const file = await (this.#file ??= open(this.#path, 'r+'));
    const written = this.#written;
    await file.datasync();
    this.#kept = written;
    this.#keeping = undefined;
  }
}
