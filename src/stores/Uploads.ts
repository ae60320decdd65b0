import { makeObservable, observableShallow, runInAction } from 'mobx';
import { type Api, ApiFailure } from '../api';
import { PICTURE_MAX_BYTES } from '../api/contract';
import type { Editor } from '../engine';
import { type Alert, type Announce, FAILURE_NOTICE_MS, type Notify } from './Notice';
import { dataUrlToBlob, readDataUrl } from './pictures';
import type { Network } from './ports';

export interface UploadsDeps {
  readonly editor: Editor;
  readonly files: Api['files'];
  readonly network: Network;
  readonly alert: Alert;
  readonly notify: Notify;
  readonly announce: Announce;
}

/** Answers that will be the same next time. */
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
  readonly #deps: UploadsDeps;
  readonly #stopping = new AbortController();
  readonly #unsubscribe: () => void;

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
    makeObservable(this, { progress: observableShallow, refused: observableShallow });
    this.#unsubscribe = deps.editor.subscribe(({ type }) => {
      if (type === 'document' && this.refused.size > 0) this.#forgetReplaced();
    });
  }

  get isBusy(): boolean {
    return this.progress.size > 0;
  }

  /** product.md section 5: pictures only, else an alert. Whether a file may be chosen; tells why not. */
  accepts({ type, size }: File): boolean {
    const isPicture = type.startsWith('image/');
    if (!isPicture) this.#deps.alert('node.invalidFile');
    else if (size > PICTURE_MAX_BYTES) this.#tellTooLarge();
    return isPicture && size <= PICTURE_MAX_BYTES;
  }

  /** Shows an accepted file on the node and sends it. Resolves when the upload has ended, well or not. */
  async chooseFile(nodeId: string, file: File): Promise<void> {
    const { editor, alert, announce } = this.#deps;
    if (!this.accepts(file)) return;
    let value: string;
    try {
      value = await readDataUrl(file);
    } catch (error) {
      console.warn('the chosen file could not be read', error);
      alert('node.invalidFile');
      return;
    }
    const node = editor.document.node(nodeId);
    if (!node) return;
    editor.run([{ type: 'setData', id: nodeId, data: { value } }]);
    announce('live.uploaded');
    await this.#upload(nodeId, value, file, file.name);
  }

  /** Sends the pictures that are still data URLs: chosen offline, or in an earlier visit. */
  async retry(): Promise<void> {
    for (const { id, type, data } of this.#deps.editor.document.nodes) {
      const { value } = data;
      if (type !== 'imageUpload' || typeof value !== 'string' || !value.startsWith('data:')) continue;
      if (this.progress.has(id) || this.refused.get(id) === value) continue;
      const picture = dataUrlToBlob(value);
      if (picture) await this.#upload(id, value, picture, 'picture');
    }
  }

  dispose(): void {
    this.#unsubscribe();
    this.#stopping.abort();
  }

  async #upload(nodeId: string, value: string, picture: Blob, fileName: string): Promise<void> {
    const { editor, files, network } = this.#deps;
    if (!network.isOnline() || this.#stopping.signal.aborted) return;
    const setProgress = (share: number): void => {
      runInAction(() => this.progress.set(nodeId, share));
    };
    const isStillChosen = (): boolean => editor.document.node(nodeId)?.data.value === value;
    setProgress(0);
    try {
      const url = await files.upload(picture, fileName, { signal: this.#stopping.signal, onProgress: setProgress });
      if (isStillChosen()) editor.merge([{ type: 'setData', id: nodeId, data: { value: url } }]);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      console.warn('the picture could not be uploaded yet', error);
      if (isRefusal(error) && isStillChosen()) runInAction(() => this.refused.set(nodeId, value));
    } finally {
      runInAction(() => this.progress.delete(nodeId));
    }
  }

  #forgetReplaced(): void {
    const { editor } = this.#deps;
    for (const [nodeId, value] of this.refused) {
      if (editor.document.node(nodeId)?.data.value !== value) runInAction(() => this.refused.delete(nodeId));
    }
  }

  #tellTooLarge(): void {
    this.#deps.notify({ variant: 'destructive', titleKey: 'node.fileTooLarge', durationMs: FAILURE_NOTICE_MS });
  }
}
