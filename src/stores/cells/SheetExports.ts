import { makeObservable, observableRef, runInAction } from 'mobx';
import type { SheetStore } from './SheetStore';

/** One picture of the sheet, or a zip of all its pictures. */
export type ExportForm = 'picture' | 'zip';

/** Number of its pictures that are in the export so far. */
export interface ExportProgress {
  readonly done: number;
  readonly total: number;
}

export interface ExportWork {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** Makes the file, gives it to the person and says what became of it; rejects only when `signal` ends it. */
export type MakeExport = (form: ExportForm, sheet: SheetStore, work: ExportWork) => Promise<void>;

/** Exports sheets, one at a time. */
export class SheetExports {
  /** Null while nothing is exported. */
  progress: ExportProgress | null = null;
  readonly #make: MakeExport;
  #giveUp: AbortController | null = null;

  constructor(make: MakeExport) {
    this.#make = make;
    makeObservable(this, { progress: observableRef });
  }

  /** Ignored while another one is under way. */
  async save(form: ExportForm, sheet: SheetStore): Promise<void> {
    if (this.progress !== null) return;
    const giveUp = new AbortController();
    this.#giveUp = giveUp;
    this.#tell({ done: 0, total: 0 });
    try {
      await this.#make(form, sheet, { signal: giveUp.signal, onProgress: (progress) => this.#tell(progress) });
    } catch (error) {
      if (!giveUp.signal.aborted) throw error;
    } finally {
      this.#giveUp = null;
      this.#tell(null);
    }
  }

  /** Nothing is saved; ignored while nothing is exported. */
  stop(): void {
    this.#giveUp?.abort();
  }

  #tell(progress: ExportProgress | null): void {
    runInAction(() => (this.progress = progress));
  }
}
