import { makeObservable, observableRef, observableShallow, runInAction, when } from 'mobx';
import { type Api, ApiFailure } from '../api';
import { isQuota } from '../api/ApiFailure';
import { PICTURE_MAX_BYTES } from '../api/contract';
import { freeSpot, uncoveredRowPlace, rowSize, type Editor, type Effect, type FlowNode, type Vector } from '../engine';
import { type Alert, type Announce, FAILURE_NOTICE_MS, LONG_NOTICE_MS, type Notify } from './Notice';
import { kindOfFile } from './pictureKind';
import { dataUrlHead, dataUrlToBlob, isPictureFile, readDataUrl } from './pictures';
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

/** A picture that may go up, and how the node shows it until it has. */
interface ChosenPicture {
  readonly picture: Blob;
  readonly name: string;
  readonly value: string;
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
  /** Node id to the files that were chosen for it last, while they are read. */
  readonly #choices = new Map<string, readonly File[]>();
  /** Node id to the picture that was sent for it last, while it goes up. */
  readonly #sending = new Map<string, ChosenPicture>();
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
      const brought = event.origin === 'merge' ? [] : event.effects.flatMap(broughtDataUrl);
      if (brought.length > 0) void this.#sendBrought(brought);
    });
  }

  get isBusy(): boolean {
    return this.progress.size > 0;
  }

  /** True while a picture is to be sent again that the server did not refuse. */
  get hasFailed(): boolean {
    return this.#failed.size > 0;
  }

  /** Resolves when nothing is on its way. */
  settled(): Promise<void> {
    return when(() => !this.isBusy);
  }

  /**
   * Shows the files on new picture inputs, in a row from a world point, and uploads them. Files that are no picture, or
   * that this browser cannot read, are reported and left out. Resolves when the uploads have ended, well or not.
   */
  async addFiles(files: readonly File[], at: Vector): Promise<void> {
    const chosen = await this.#read(files);
    if (chosen.length === 0) return;
    const ids = this.#deps.editor.addRow('imageUpload', at, dataOf(chosen));
    await this.#send(ids, chosen);
  }

  /**
   * Like addFiles, with the first file on the node itself and the others in free room at its right; one step of undo. Files that are still
   * being read when others are chosen for the node are left out.
   */
  async chooseFiles(nodeId: string, files: readonly File[]): Promise<void> {
    const { editor } = this.#deps;
    this.#choices.set(nodeId, files);
    this.#setProgress(nodeId, 0);
    const chosen = await this.#read(files);
    if (this.#choices.get(nodeId) !== files) return;
    this.#choices.delete(nodeId);
    this.#endProgress(nodeId);
    const node = editor.document.node(nodeId);
    const [first, ...others] = chosen;
    if (!first) return;
    if (!node) {
      this.#tellLeftOut(chosen);
      return;
    }
    const change = { type: 'setData', id: nodeId, data: { value: first.value } } as const;
    if (others.length === 0) editor.apply([change]);
    const ids =
      others.length === 0
        ? []
        : editor.addRow('imageUpload', besideNode(editor, node, others.length), dataOf(others), [change]);
    await this.#send([nodeId, ...ids], chosen);
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
    for (const node of nodes) {
      const { id } = node;
      const value = dataUrlOf(node);
      if (value === null) continue;
      if (this.progress.has(id) || this.refused.get(id) === value) continue;
      // Another kind stays as it is in the project; its requests carry a PNG of it.
      const head = dataUrlHead(value);
      const picture = head && (await isTaken(head)) && dataUrlToBlob(value);
      if (!picture || !(await isTaken(picture))) continue;
      // When the server has no room for one, the others are not sent: they would hear the same.
      if (isFullNow) this.#noteFull(id, value);
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

  dispose(): void {
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

  /** Reads files one by one, so that only one is decoded at a time; tells what cannot be taken. */
  async #read(files: readonly File[]): Promise<ChosenPicture[]> {
    const { alert, readPicture } = this.#deps;
    const pictures = files.filter(isPictureFile);
    if (pictures.length < files.length) alert('node.invalidFile');
    const chosen: ChosenPicture[] = [];
    const unreadable: string[] = [];
    let isTooLarge = false;
    runInAction(() => (this.reading += pictures.length));
    for (const file of pictures) {
      const picture = await readPicture(file).catch(() => 'unreadable' as const);
      // A file may be gone or changed since it was chosen.
      const value = picture instanceof Blob ? await readDataUrl(picture).catch(() => null) : null;
      runInAction(() => (this.reading -= 1));
      if (picture === 'tooLarge') isTooLarge = true;
      else if (picture === 'unreadable' || value === null) unreadable.push(file.name);
      else chosen.push({ picture, name: file.name, value });
    }
    if (this.#stopping.signal.aborted) {
      this.#tellLeftOut(chosen);
      return [];
    }
    if (unreadable.length > 0) this.#tellUnreadable(unreadable);
    if (isTooLarge) this.#tellTooLarge();
    return chosen;
  }

  async #send(ids: readonly string[], chosen: readonly ChosenPicture[]): Promise<void> {
    const { announce } = this.#deps;
    if (chosen.length === 1) announce('live.uploaded');
    else announce('live.uploadedSeveral', { count: chosen.length });
    for (const id of ids) this.#setProgress(id, 0);
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
      else if (isQuota(error)) this.#noteFull(nodeId, value);
      else runInAction(() => this.refused.set(nodeId, value));
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

  #noteFull(nodeId: string, value: string): void {
    runInAction(() => this.full.set(nodeId, value));
  }

  #forgetReplaced(): void {
    const { document } = this.#deps.editor;
    const hasValue = (nodeId: string, value: string): boolean => document.node(nodeId)?.data.value === value;
    for (const untaken of [this.refused, this.full, this.#failed]) {
      for (const [nodeId, value] of untaken) {
        if (!hasValue(nodeId, value)) runInAction(() => untaken.delete(nodeId));
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

  #tellUnreadable(names: readonly string[]): void {
    this.#deps.notify({
      variant: 'destructive',
      titleKey: 'node.unreadableTitle',
      descriptionKey: 'node.unreadable',
      message: names.join(', '),
      durationMs: FAILURE_NOTICE_MS,
    });
  }

  #tellLeftOut(pictures: readonly ChosenPicture[]): void {
    if (pictures.length === 0) return;
    this.#deps.notify({
      variant: 'destructive',
      titleKey: 'node.leftOutTitle',
      descriptionKey: 'node.leftOut',
      message: pictures.map(({ name }) => name).join(', '),
      durationMs: LONG_NOTICE_MS,
    });
  }

  #tellLocation(): void {
    const words = { titleKey: 'node.locationKept', descriptionKey: 'node.locationKeptHere' } as const;
    this.#deps.notify({ variant: 'info', ...words, durationMs: LOCATION_NOTICE_MS });
  }

  #tellTooLarge(): void {
    this.#deps.notify({ variant: 'destructive', titleKey: 'node.fileTooLarge', durationMs: FAILURE_NOTICE_MS });
  }
}

/** The value of a picture input that is not at the server yet; null for every other node. */
const dataUrlOf = ({ type, data: { value } }: FlowNode): string | null =>
  type === 'imageUpload' && typeof value === 'string' && value.startsWith('data:') ? value : null;

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
