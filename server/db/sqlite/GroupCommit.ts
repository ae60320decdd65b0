import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/**
 * Brings the write-ahead log to the disk, once for everybody who waits for that, and beside the thread that answers: SQLite by
 * itself would do it within each commit, and nobody would be answered meanwhile. The log is SQLite's own in every other way:
 * its frames carry check sums, so that after a lost power supply it ends with the last transaction that is whole.
 */
export class GroupCommit {
  readonly #path: string;
  #file: Promise<FileHandle> | undefined;
  #committedCount = 0;
  #syncedCount = 0;
  #syncing: Promise<void> | undefined;

  constructor(databasePath: string) {
    this.#path = `${databasePath}-wal`;
  }

  /** Call when something was committed. */
  committed(): void {
    this.#committedCount += 1;
  }

  /**
   * Resolves when all that was committed before is on the disk. Throws once that went wrong, and from then on: a disk that is
   * asked again may say that all is well, and have forgotten what it could not write.
   */
  async synced(): Promise<void> {
    const mine = this.#committedCount;
    while (this.#syncedCount < mine) await (this.#syncing ??= this.#sync());
  }

  async close(): Promise<void> {
    await (await this.#file)?.close();
  }

  async #sync(): Promise<void> {
    const file = await (this.#file ??= open(this.#path, 'r+'));
    const written = this.#committedCount;
    await file.datasync();
    this.#syncedCount = written;
    this.#syncing = undefined;
  }
}
