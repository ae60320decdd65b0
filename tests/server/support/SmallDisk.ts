import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEBIBYTE } from '../../../server/bytes';

/** A disk of a few megabytes. */
export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#ballast = join(folder, 'ballast');
  }

  /** Null where this user may not mount one. */
  static mount(size: `${number}m`): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), 'mulgil-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
      return new SmallDisk(folder);
    } catch {
      rmSync(folder, { recursive: true });
      return null;
    }
  }

  /** Takes all the free room. */
  fill(): void {
    const ballast = openSync(this.#ballast, 'w');
    for (let bytes = MEBIBYTE; bytes >= 1; bytes = Math.floor(bytes / 2)) {
      for (let isRoom = true; isRoom;) {
        try {
          isRoom = writeSync(ballast, Buffer.alloc(bytes)) === bytes;
        } catch {
          isRoom = false;
        }
      }
    }
    closeSync(ballast);
  }

  /** Gives back what `fill` has taken. */
  makeRoom(): void {
    rmSync(this.#ballast);
  }

  /** Works also while files on it are open. */
  unmount(): void {
    execFileSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true });
  }
}
