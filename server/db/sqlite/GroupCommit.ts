import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/**
 * Syncs the write-ahead log to the disk once for all commits that wait, outside the main thread; SQLite itself would block it in each
 * commit. The log's frames have check sums: after a power cut it ends with the last whole transaction (adr/0015).
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

  /** Call after each commit. */
  committed(): void {
    this.#committedCount += 1;
  }

  /**
   * Resolves when all earlier commits are on the disk. Throws once a sync has failed, and from then on: a second sync may succeed
   * although the disk has dropped what it could not write.
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
