import { makeObservable, observableShallow, runInAction } from 'mobx';
import { type Api, ApiFailure } from '../api';
import { readErrorBody } from '../api/ApiFailure';
import type { Analysis } from '../api/contractWords';
import { convertToCategory, worded, type CategoryItem, type Editor } from '../engine';
import { failureWords, type ToldFailure } from './failureWords';
import { FAILURE_NOTICE_MS, type NoticeKey, type Notify } from './Notice';

interface ConversionDeps {
  readonly editor: Editor;
  readonly nodes: Pick<Api['nodes'], 'analyze'>;
  readonly notify: Notify;
}

/** Items made by conversion are NODE-ID-item-N, counted from 0 (CAT-1). */
const toItems = (nodeId: string, analysis: Analysis): CategoryItem[] =>
  analysis.map(({ key, value }, index) => ({ id: `${nodeId}-item-${index}`, name: key, value, parentId: nodeId }));

/** Turns text prompts into categories. */
export class Conversion {
  /** The nodes being analysed. */
  readonly busy = new Set<string>();
  readonly #deps: ConversionDeps;
  #isDisposed = false;

  constructor(deps: ConversionDeps) {
    this.#deps = deps;
    makeObservable(this, { busy: observableShallow });
  }

  isBusy(nodeId: string): boolean {
    return this.busy.has(nodeId);
  }

  /** Analyses the node's text; it keeps its id, position and outgoing edges. Undoable. Returns the number of its items; null where nothing changed. */
  async convertToCategory(nodeId: string): Promise<number | null> {
    const { editor, nodes } = this.#deps;
    const content = this.#textOf(nodeId);
    if (content === null || this.busy.has(nodeId)) return null;
    if (content === '') {
      this.#tell();
      return null;
    }
    // Other nodes' titles, which the words may mention, are no part of this: they may change.
    const written = editor.document.node(nodeId)?.data.value;
    runInAction(() => this.busy.add(nodeId));
    try {
      const items = toItems(nodeId, await nodes.analyze(content));
      // It may have been moved, edited or deleted meanwhile.
      const isChanged = editor.document.node(nodeId)?.data.value !== written;
      if (this.#isDisposed || this.#textOf(nodeId) === null) return null;
      if (isChanged || items.length === 0) {
        this.#tell({}, isChanged ? 'toast.failChanged' : 'toast.failContent');
        return null;
      }
      editor.apply(convertToCategory(editor.document, editor.scene, nodeId, items));
      return items.length;
    } catch (error) {
      console.warn('the text could not be analysed', error);
      if (!this.#isDisposed) this.#tell(error instanceof ApiFailure ? readErrorBody(error.body) : {});
      return null;
    } finally {
      runInAction(() => this.busy.delete(nodeId));
    }
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  /** The words of a node that converts, without the space around them; null for any other node. */
  #textOf(nodeId: string): string | null {
    const { document } = this.#deps.editor;
    const node = document.node(nodeId);
    if (!node || document.kinds.of(node.type)?.convertsTo === undefined) return null;
    const { value } = worded(document, node).data;
    return typeof value === 'string' ? value.trim() : '';
  }

  /** Shows the response's error field (ERR-7). */
  #tell(
    { error, ...failure }: ToldFailure & { readonly error?: string | undefined } = {},
    fallback: NoticeKey = 'toast.failContent',
  ): void {
    const { key, ...blanks } = failureWords({ ...failure, message: error }, fallback);
    this.#deps.notify({
      variant: 'destructive',
      titleKey: 'toast.failTitle',
      descriptionKey: key,
      ...blanks,
      durationMs: FAILURE_NOTICE_MS,
    });
  }
}
