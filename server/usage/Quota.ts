import { ApiError } from '../errors';
import type { Used } from './usage';

/** The limits of what a member may have. */
export class Quota {
  readonly bytesMax: number;
  readonly projectsMax: number;

  constructor({ bytesMax, projectsMax }: { bytesMax: number; projectsMax: number }) {
    this.bytesMax = bytesMax;
    this.projectsMax = projectsMax;
  }

  /** Throws 413 when a member would take more than they may. */
  refuseBytes({ bytes }: Pick<Used, 'bytes'>): void {
    if (bytes > this.bytesMax) throw quotaReached(FULL);
  }

  /** Throws 413 when a member would have more projects than they may. */
  refuseProjects({ projects }: Pick<Used, 'projects'>): void {
    if (projects <= this.projectsMax) return;
    throw quotaReached(`You have ${this.projectsMax} projects, which is as many as there may be. Delete one first.`);
  }
}

const FULL = 'Your storage is full. Remove something, or ask the person who runs this server for more room.';

const quotaReached = (message: string): ApiError => new ApiError(413, 'quota', message);
