import * as z from 'zod/mini';
import type { ProjectSummary } from '../../../api/contract';

export const THUMBNAILS_KEY = 'flow-thumbnails';

/** A local picture this much older than the server's record still counts as newer (PROJ-8). */
const THUMBNAIL_TOLERANCE_MS = 10_000;

/** projectId is a string on the dashboard and a number in older entries, so it is compared as a string. */
export interface ThumbnailEntry {
  readonly projectId: string;
  /** Id of the project's member; older entries have none. */
  readonly memberId?: string | undefined;
  readonly thumbnail: string;
  readonly timestamp: number;
}

const entry = z.object({
  projectId: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  memberId: z.optional(z.string()),
  thumbnail: z.string(),
  timestamp: z.number(),
});
const entries = z.array(z.catch(z.nullable(entry), null));

/** Returns a smaller version of an image data URL, or null when it cannot. */
export type ShrinkPicture = (dataUrl: string) => Promise<string | null>;

/** Project pictures the server has not acknowledged yet, under `flow-thumbnails`. */
export class Thumbnails {
  readonly #storage: Storage;
  readonly #shrink: ShrinkPicture;

  constructor(storage: Storage, shrink: ShrinkPicture) {
    this.#storage = storage;
    this.#shrink = shrink;
  }

  list(): readonly ThumbnailEntry[] {
    try {
      const read = entries.safeParse(JSON.parse(this.#storage.getItem(THUMBNAILS_KEY) ?? '[]'));
      return read.success ? read.data.filter((entry) => entry !== null) : [];
    } catch {
      return [];
    }
  }

  /** Entries that may be this member's. */
  listOf(memberId: string): readonly ThumbnailEntry[] {
    return this.list().filter((kept) => kept.memberId === undefined || kept.memberId === memberId);
  }

  /** Keeps a project's newest picture; a smaller one when the store is full, none when even that does not fit. */
  async keep(entry: ThumbnailEntry): Promise<void> {
    if (this.#replace(entry)) return;
    const smaller = await this.#shrink(entry.thumbnail);
    if (smaller === null || !this.#replace({ ...entry, thumbnail: smaller })) {
      console.warn('the thumbnail could not be kept on this device');
    }
  }

  /** Removes a picture that the server has, or whose project is gone. With a timestamp, only if no newer picture came since. */
  remove(projectId: number | string, timestamp = Number.POSITIVE_INFINITY): void {
    const id = String(projectId);
    const kept = this.list().filter((entry) => entry.projectId !== id || entry.timestamp > timestamp);
    this.#write(kept);
  }

  /** The projects with their local pictures where the server has none or an older one (PROJ-8). */
  choose(projects: readonly ProjectSummary[]): ProjectSummary[] {
    const local = new Map(this.list().map((entry) => [entry.projectId, entry]));
    return projects.map((project) => {
      const entry = local.get(String(project.projectId));
      if (!entry) return project;
      const isNewer = entry.timestamp > Date.parse(project.updatedAt) - THUMBNAIL_TOLERANCE_MS;
      return project.thumbnail === null || isNewer ? { ...project, thumbnail: entry.thumbnail } : project;
    });
  }

  #replace(entry: ThumbnailEntry): boolean {
    return this.#write([...this.list().filter(({ projectId }) => projectId !== entry.projectId), entry]);
  }

  #write(list: readonly ThumbnailEntry[]): boolean {
    try {
      if (list.length === 0) this.#storage.removeItem(THUMBNAILS_KEY);
      else this.#storage.setItem(THUMBNAILS_KEY, JSON.stringify(list));
      return true;
    } catch {
      return false;
    }
  }
}
