import { makeObservable, observableShallow, runInAction } from 'mobx';
import { type Api, ApiFailure } from '../api';
import { readErrorBody } from '../api/ApiFailure';
import type { Analysis } from '../api/contractWords';
import { convertToCategory, worded, type CategoryItem, type Editor, type FlowNode } from '../engine';
import { failureWords, type ToldFailure } from './failureWords';
import { FAILURE_NOTICE_MS, type Notify } from './Notice';

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

  /** Analyses the node's text; it keeps its id, position and outgoing edges. Undoable. Returns the number of its items. */
  async convertToCategory(nodeId: string): Promise<number | null> {
    const { editor, nodes } = this.#deps;
    const converts = ({ type }: FlowNode): boolean => editor.document.kinds.of(type)?.convertsTo !== undefined;
    const prompt = editor.document.node(nodeId);
    if (!prompt || !converts(prompt) || this.busy.has(nodeId)) return null;
    const { value } = worded(editor.document, prompt).data;
    const content = typeof value === 'string' ? value.trim() : '';
    if (content === '') {
      this.#tell();
      return null;
    }
    runInAction(() => this.busy.add(nodeId));
    try {
      const items = toItems(nodeId, await nodes.analyze(content));
      // It may have been moved, edited or deleted meanwhile.
      const node = editor.document.node(nodeId);
      if (this.#isDisposed || !node || !converts(node)) return null;
      if (items.length === 0) {
        this.#tell();
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

  /** Shows the response's error field (ERR-7). */
  #tell({ error, ...failure }: ToldFailure & { readonly error?: string | undefined } = {}): void {
    const { key, ...blanks } = failureWords({ ...failure, message: error }, 'toast.failContent');
    this.#deps.notify({
      variant: 'destructive',
      titleKey: 'toast.failTitle',
      descriptionKey: key,
      ...blanks,
      durationMs: FAILURE_NOTICE_MS,
    });
  }
}
