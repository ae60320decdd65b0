import { makeObservable, observableRef, observableShallow, runInAction, when } from 'mobx';
import { type Api, ApiFailure } from '../api';
import { isQuota } from '../api/ApiFailure';
import { PATCH_MAX_BYTES, PICTURE_MAX_BYTES } from '../api/contract';
import {
  freeSpot,
  uncoveredRowPlace,
  rowSize,
  type Change,
  type Editor,
  type Effect,
  type FlowNode,
  type Vector,
} from '../engine';
import type { Alert, Announce, Notify } from './Notice';
import { kindOfFile } from './pictureKind';
import { dataUrlHead, dataUrlOf, dataUrlToBlob } from './pictures';
import { type ChosenPicture, readChosenPictures } from './readChosenPictures';
import type { Network, ReadPicture } from './ports';

export interface UploadsDeps {
  readonly editor: Editor;
  readonly files: Api['files'];
  readonly network: Network;
  readonly readPicture: ReadPicture;
  readonly alert: Alert;
  readonly notify: Notify;
  readonly announce: Announce;
}

/** Stands in for a data URL in requests, while a node has that. */
interface StandIn {
  readonly content: Promise<string>;
  nodeId: string;
}

/** Gap between a node and the row of its other pictures; world pixels. */
const ROW_GAP = 40;
/** Two sentences take longer to read than an info toast stays. */
const LOCATION_NOTICE_MS = 6000;
/** Longer data URLs are no part of a request: they go up before it. */
const INLINE_MAX_LENGTH = 256 * 1024;
/** The one form of a picture that a request may hold itself. */
const INLINE = /^data:image\/[\w.+-]+;base64,/;

/** Whether the server would answer the same next time. */
const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && [400, 413, 415, 422].includes(error.status ?? 0);

/**
 * Chosen pictures: shown at once as a data URL, replaced by the server's url when it has them. One that the server refuses
 * stays on its node and in the project as it is.
 */
export class Uploads {
  /** Node id to the share that has gone, from 0 to 1. */
  readonly progress = new Map<string, number>();
  /** Node id to the data URL on it that the server has refused. */
  readonly refused = new Map<string, string>();
  /** Node id to the data URL on it that the server has no room for now. */
  readonly full = new Map<string, string>();
  /** Node id to the data URL on it that could not go up, for a reason that passes. */
  readonly #failed = new Map<string, string>();
  /** Node id to the data URL on it that goes up, or will: saves leave it out. */
  readonly #awaited = new Map<string, string>();
  /** Node id to the files that were chosen for it last, while they are read. */
  readonly #choices = new Map<string, readonly File[]>();
  /** Node id to the picture that was sent for it last, while it goes up. */
  readonly #sending = new Map<string, ChosenPicture>();
  readonly #showing = new Set<Promise<unknown>>();
  /** Number of files that are being read and do not show yet. */
  reading = 0;
  /** By data URL; only those that a node still has, since each is as long as its file. */
  readonly #standIns = new Map<string, StandIn>();
  readonly #deps: UploadsDeps;
  readonly #stopping = new AbortController();
  #retrying: Promise<void> | null = null;
  readonly #unsubscribe: () => void;

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
    makeObservable(this, {
      progress: observableShallow,
      refused: observableShallow,
      full: observableShallow,
      reading: observableRef,
    });
    this.#unsubscribe = deps.editor.subscribe((event) => {
      if (event.type !== 'document') return;
      this.#forgetReplaced();
      const brought = event.effects.flatMap(broughtDataUrl);
      for (const id of brought) this.#await(id);
      // Another page sends its own; what an earlier page has left goes with the next round.
      if (brought.length > 0 && event.origin !== 'merge') void this.#sendBrought(brought);
    });
  }

  get isBusy(): boolean {
    return this.progress.size > 0;
  }

  /** True while a picture is to be sent again that the server did not refuse. */
  get hasFailed(): boolean {
    return this.#failed.size > 0;
  }

  /** Whether the node's picture is to become a url, here. */
  isAwaited({ id, data }: FlowNode): boolean {
    return this.#awaited.has(id) && this.#awaited.get(id) === data.value;
  }

  /** True while files are read that do not show yet. */
  get isShowing(): boolean {
    return this.#showing.size > 0;
  }

  /** Resolves when they show. */
  async shown(): Promise<void> {
    while (this.isShowing) await Promise.allSettled(this.#showing);
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    await this.shown();
    await this.#retrying;
    return when(() => !this.isBusy);
  }

  /**
   * Shows the files on new picture inputs, in a row from a world point, and uploads them. Files that are no picture, or
   * that this browser cannot read, are reported and left out. Resolves when the uploads have ended, well or not.
   */
  async addFiles(files: readonly File[], at: Vector): Promise<void> {
    const send = await this.#show(files, (chosen) => this.#addRow(at, chosen));
    await send();
  }

  /**
   * Like addFiles, with the first file on the node itself and the others in free room at its right; one step of undo. All are in a row
   * where the node was if it is deleted meanwhile. Files that are still being read when others are chosen for the node are left out.
   */
  async chooseFiles(nodeId: string, files: readonly File[]): Promise<void> {
    const { editor } = this.#deps;
    const before = editor.document.node(nodeId);
    if (!before) return;
    this.#choices.set(nodeId, files);
    this.#setProgress(nodeId, 0);
    const send = await this.#show(files, (chosen) => {
      if (this.#choices.get(nodeId) !== files) return undefined;
      this.#choices.delete(nodeId);
      this.#endProgress(nodeId);
      const node = editor.document.node(nodeId);
      if (!node) return this.#addRow(before.position, chosen);
      const [first, ...others] = chosen;
      if (!first) return undefined;
      const change = { type: 'setData', id: nodeId, data: { value: first.value } } as const;
      if (others.length === 0) editor.apply([change]);
      const beside = (): Vector => besideNode(editor, node, others.length);
      return [nodeId, ...(others.length === 0 ? [] : this.#addRow(beside(), others, [change]))];
    });
    await send();
  }

  #addRow(at: Vector, chosen: readonly ChosenPicture[], besides: readonly Change[] = []): readonly string[] {
    return chosen.length === 0 ? [] : this.#deps.editor.addRow('imageUpload', at, dataOf(chosen), besides);
  }

  /**
   * Sends the pictures that are still data URLs: chosen offline, in an earlier visit, or while the server could not take
   * them. One round at a time: two would send files side by side.
   */
  retry(): Promise<void> {
    this.#retrying ??= this.#sendLeft(this.#deps.editor.document.allNodes()).finally(() => {
      this.#retrying = null;
    });
    return this.#retrying;
  }

  /** Sends the pictures that an undo, a redo or a copy has brought as data URLs. A picture that was just chosen has its progress by then. */
  async #sendBrought(ids: readonly string[]): Promise<void> {
    const { document } = this.#deps.editor;
    await this.#retrying;
    const nodes = ids.flatMap((id) => document.node(id) ?? []);
    // These wait for the next round with others that wait.
    await this.#sendLeft(nodes, { isFull: this.full.size > 0, hasFailed: this.hasFailed });
  }

  async #sendLeft(
    nodes: Iterable<FlowNode>,
    { isFull, hasFailed } = { isFull: false, hasFailed: false },
  ): Promise<void> {
    let isFullNow = isFull;
    const left = Array.from(nodes).filter((node) => dataUrlOf(node) !== null);
    // No save takes one of them before its turn comes.
    for (const { id } of left) this.#await(id);
    for (const node of left) {
      const { id } = node;
      const value = dataUrlOf(node);
      if (value === null) continue;
      if (this.progress.has(id) || this.refused.get(id) === value) continue;
      // Another kind stays as it is in the project; its requests carry a PNG of it.
      const head = dataUrlHead(value);
      const picture = head && (await isTaken(head)) && dataUrlToBlob(value);
      if (!picture || !(await isTaken(picture))) {
        if (this.#awaited.get(id) === value) this.#awaited.delete(id);
        continue;
      }
      // When the server has no room for one, the others are not sent: they would hear the same.
      if (isFullNow) this.#noteUntaken(this.full, id, value);
      else if (hasFailed) this.#failed.set(id, value);
      else await this.#upload(id, { value, picture, name: 'picture' });
      isFullNow ||= this.full.get(id) === value;
    }
  }

  /**
   * The value of a picture in a request: a data URL that the server does not accept in a request is uploaded first, as a PNG if need be.
   */
  async contentFor(value: string): Promise<string> {
    if (!value.startsWith('data:')) return value;
    const known = this.#standIns.get(value);
    if (known) return known.content;
    const content = this.#contentFor(value);
    const nodeId = this.#holderOf(value);
    if (nodeId === undefined) return content;
    this.#standIns.set(value, { content, nodeId });
    content.catch(() => this.#standIns.delete(value));
    return content;
  }

  /** Nothing goes up any more: the last save takes what it can hold, and this device keeps the rest until the next visit. */
  dispose(): void {
    const characters = Array.from(this.#awaited.values()).reduce((sum, { length }) => sum + length, 0);
    if (characters <= PATCH_MAX_BYTES) this.#awaited.clear();
    this.#unsubscribe();
    this.#stopping.abort();
  }

  async #contentFor(value: string): Promise<string> {
    const { files, readPicture } = this.#deps;
    const picture = dataUrlToBlob(value);
    const isFit = picture !== null && (await isTaken(picture)) && ![...this.refused.values()].includes(value);
    if (!picture || (isFit && INLINE.test(value) && value.length <= INLINE_MAX_LENGTH)) return value;
    const sent = isFit ? picture : await readPicture(picture, { asPng: true });
    // When this browser cannot read it either, the value goes as it is, and the server says why it is refused.
    return sent instanceof Blob ? files.upload(sent, 'picture', { signal: this.#stopping.signal }) : value;
  }

  /** Reads files and shows their pictures by `show`; leaving waits for it. Returns what sends them. */
  #show(
    files: readonly File[],
    show: (chosen: readonly ChosenPicture[]) => readonly string[] | undefined,
  ): Promise<() => Promise<void>> {
    const { alert, notify, readPicture } = this.#deps;
    const count = (change: number): void =>
      runInAction(() => {
        this.reading += change;
      });
    const showing = readChosenPictures(files, { alert, notify, readPicture, count }).then((chosen) => {
      const ids = show(chosen);
      // At once: a node without progress is taken for one that an undo has brought.
      for (const id of ids ?? []) this.#setProgress(id, 0);
      return () => (ids ? this.#send(ids, chosen) : Promise.resolve());
    });
    this.#showing.add(showing);
    return showing.finally(() => this.#showing.delete(showing));
  }

  async #send(ids: readonly string[], chosen: readonly ChosenPicture[]): Promise<void> {
    const { announce } = this.#deps;
    if (chosen.length === 0) return;
    if (chosen.length === 1) announce('live.uploaded');
    else announce('live.uploadedSeveral', { count: chosen.length });
    // One file at a time: a file that waits for a connection would count as stalled.
    for (const [index, id] of ids.entries()) if (chosen[index]) await this.#upload(id, chosen[index]);
  }

  async #upload(nodeId: string, chosen: ChosenPicture): Promise<void> {
    const { editor, files, network } = this.#deps;
    const { value, picture, name } = chosen;
    const isStillChosen = (): boolean => editor.document.node(nodeId)?.data.value === value;
    // Another one may have come while it waited for those before it.
    if (!isStillChosen()) {
      this.#endProgress(nodeId);
      void this.#sendBrought([nodeId]);
      return;
    }
    this.#sending.set(nodeId, chosen);
    this.#setProgress(nodeId, 0);
    this.#failed.delete(nodeId);
    try {
      if (!network.isOnline() || this.#stopping.signal.aborted) return;
      const onProgress = (share: number): void => this.#setProgress(nodeId, share);
      const onLocation = (): void => this.#tellLocation();
      const url = await files.upload(picture, name, { signal: this.#stopping.signal, onProgress, onLocation });
      if (isStillChosen()) editor.merge([{ type: 'setData', id: nodeId, data: { value: url } }], true);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      console.warn('the picture could not be uploaded yet', error);
      if (!isStillChosen()) return;
      if (!isRefusal(error)) this.#failed.set(nodeId, value);
      else if (isQuota(error)) this.#noteUntaken(this.full, nodeId, value);
      else this.#noteUntaken(this.refused, nodeId, value);
    } finally {
      if (this.#sending.get(nodeId) === chosen) this.#sending.delete(nodeId);
      this.#endProgress(nodeId);
      // An undo may have brought another picture back meanwhile.
      if (!isStillChosen()) void this.#sendBrought([nodeId]);
    }
  }

  #setProgress(nodeId: string, share: number): void {
    runInAction(() => this.progress.set(nodeId, share));
  }

  /** Ends it once nothing is on its way to the node: one choice may be read while an earlier one goes up. */
  #endProgress(nodeId: string): void {
    if (this.#choices.has(nodeId) || this.#sending.has(nodeId)) return;
    runInAction(() => this.progress.delete(nodeId));
  }

  #await(nodeId: string): void {
    const node = this.#deps.editor.document.node(nodeId);
    const value = node && dataUrlOf(node);
    if (value && ![this.refused, this.full].some((untaken) => untaken.get(nodeId) === value)) {
      this.#awaited.set(nodeId, value);
    }
  }

  /** It stays in the project as it is. */
  #noteUntaken(untaken: Map<string, string>, nodeId: string, value: string): void {
    this.#awaited.delete(nodeId);
    runInAction(() => untaken.set(nodeId, value));
  }

  #forgetReplaced(): void {
    const { document } = this.#deps.editor;
    const hasValue = (nodeId: string, value: string): boolean => document.node(nodeId)?.data.value === value;
    for (const noted of [this.refused, this.full, this.#failed, this.#awaited]) {
      for (const [nodeId, value] of noted) {
        if (!hasValue(nodeId, value)) runInAction(() => noted.delete(nodeId));
      }
    }
    for (const [value, standIn] of this.#standIns) {
      if (hasValue(standIn.nodeId, value)) continue;
      const heir = this.#holderOf(value);
      if (heir === undefined) this.#standIns.delete(value);
      else standIn.nodeId = heir;
    }
  }

  #holderOf(value: string): string | undefined {
    return this.#deps.editor.document.allNodes().find(({ data }) => data.value === value)?.id;
  }

  #tellLocation(): void {
    const words = { titleKey: 'node.locationKept', descriptionKey: 'node.locationKeptHere' } as const;
    this.#deps.notify({ variant: 'info', ...words, durationMs: LOCATION_NOTICE_MS });
  }
}

function broughtDataUrl(effect: Effect): readonly string[] {
  const node = effect.type === 'insertNode' ? effect.item : effect.type === 'setNode' ? effect.after : null;
  const value = node && dataUrlOf(node);
  const isNew = value !== null && (effect.type !== 'setNode' || dataUrlOf(effect.before) !== value);
  return node && isNew ? [node.id] : [];
}

const dataOf = (chosen: readonly ChosenPicture[]): { value: string }[] => chosen.map(({ value }) => ({ value }));

/** A free spot in view next to a node, for a row of `count` more picture inputs. */
function besideNode({ document, scene, view }: Editor, node: FlowNode, count: number): Vector {
  const row = rowSize('imageUpload', count, document.kinds);
  const { x, y } = node.position;
  const spot = freeSpot(scene, row, { x: x + document.kinds.sizeOf(node).width + ROW_GAP, y });
  return uncoveredRowPlace(view, view.toScreen(spot), row) ?? spot;
}

/** True when the file store takes these bytes as they are. */
const isTaken = async (picture: Blob): Promise<boolean> =>
  picture.size <= PICTURE_MAX_BYTES && (await kindOfFile(picture)) !== null;
