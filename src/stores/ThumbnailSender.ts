import { type Api, ApiFailure } from '../api';
import type { Thumbnails } from './sync/device/Thumbnails';
import { dataUrlToBlob, readDataUrl } from './pictures';
import type { Clock } from './ports';

/** Draws the flow as a thumbnail: a PNG, as a blob or a data URL; null while what it shows is not all there. */
export type CaptureThumbnail = () => Promise<Blob | string | null>;

interface ThumbnailSenderDeps {
  readonly api: Pick<Api, 'forMember'>;
  readonly thumbnails: Thumbnails;
  readonly clock: Clock;
}

/** Takes thumbnails to this device's store and from there to the server. */
export class ThumbnailSender {
  readonly #deps: ThumbnailSenderDeps;
  /** The newest capture, kept as a blob so that sending it need not read it back from its text. */
  #captured: { readonly thumbnail: string; readonly picture: Blob } | null = null;

  constructor(deps: ThumbnailSenderDeps) {
    this.#deps = deps;
  }

  /** Captures a thumbnail and keeps it on this device; true when there was a picture. Failures are warnings (ERR-2). */
  async keep(pid: number, memberId: string, capture: CaptureThumbnail): Promise<boolean> {
    const { thumbnails, clock } = this.#deps;
    try {
      const picture = await capture();
      if (picture === null) return false;
      const thumbnail = typeof picture === 'string' ? picture : await readDataUrl(picture);
      this.#captured = typeof picture === 'string' ? null : { thumbnail, picture };
      await thumbnails.keep({ projectId: String(pid), memberId, thumbnail, timestamp: clock.now() });
      return true;
    } catch (error) {
      console.warn('the thumbnail could not be captured', error);
      return false;
    }
  }

  /** Sends the kept picture of a member's project; what the server has is kept here no longer. */
  async send(pid: number | string, memberId: string): Promise<void> {
    const { api, thumbnails } = this.#deps;
    const entry = thumbnails.listOf(memberId).find(({ projectId }) => projectId === String(pid));
    if (!entry) return;
    const captured = this.#captured;
    this.#captured = null;
    const picture = captured?.thumbnail === entry.thumbnail ? captured.picture : dataUrlToBlob(entry.thumbnail);
    try {
      if (picture) await api.forMember(memberId).projects.sendThumbnail(Number(pid), picture);
      thumbnails.remove(entry.projectId, entry.timestamp);
    } catch (error) {
      console.warn('the thumbnail could not be uploaded', error);
      const isHopeless = error instanceof ApiFailure && [404, 413, 415, 422].includes(error.status ?? 0);
      if (isHopeless) thumbnails.remove(entry.projectId, entry.timestamp);
    }
  }

  /** Sends the thumbnails that earlier pages of a member could not send. Returns whether there were any. */
  async sendAll(memberId: string): Promise<boolean> {
    const left = this.#deps.thumbnails.listOf(memberId);
    for (const { projectId } of left) await this.send(projectId, memberId);
    return left.length > 0;
  }
}
