import { makeObservable, observableRef, runInAction } from 'mobx';
import { type Api, ApiFailure } from '../api';
import { readErrorBody } from '../api/ApiFailure';
import type { DescribePicture } from '../api/contractWords';
import { freeSpot, rowSize, withItsMentions, worded, type Editor, type Vector } from '../engine';
import { TEXT_BECOMES } from './clipboard/FlowClipboard';
import { failureWords, type FailureWords } from './failureWords';

/** Gap between a picture's card and the text that describes it; world pixels. */
const GAP = 30;

type Language = NonNullable<DescribePicture['language']>;

export type WritingTask = 'improve' | 'describe';

/** Requested words and their state. */
export interface WritingSuggestion {
  readonly task: WritingTask;
  readonly nodeId: string;
  /** The text to improve, or the address of the picture. */
  readonly from: string;
  /** Language of a description; an improved text keeps its own. */
  readonly language: Language;
  /** `changed`: the text is not the one that was improved; `gone`: the text or the picture is not on the canvas any more. */
  readonly state: 'asked' | 'written' | 'failed' | 'changed' | 'gone';
  /** '' until it is written. */
  readonly text: string;
  /** Why it failed; null unless it has. */
  readonly words: FailureWords | null;
}

interface WritingDeps {
  readonly editor: Editor;
  readonly nodes: Pick<Api['nodes'], 'describe' | 'improve'>;
}

/** A free spot for a text prompt below the node, or in the view when the node is gone. */
function placeBelow(editor: Editor, nodeId: string): Vector {
  const { kinds } = editor.document;
  const node = editor.document.node(nodeId);
  const { x, y } = node?.position ?? editor.view.freeBox();
  const below = node ? y + kinds.sizeOf(node).height + GAP : y;
  return freeSpot(editor.scene, rowSize(TEXT_BECOMES, 1, kinds), { x, y: below });
}

/** Asks the server's text model for words, one suggestion at a time. Nothing changes on the canvas before a person takes the suggestion. */
export class Writing {
  /** Null while nothing is offered. */
  suggestion: WritingSuggestion | null = null;
  readonly #deps: WritingDeps;

  constructor(deps: WritingDeps) {
    this.#deps = deps;
    makeObservable(this, { suggestion: observableRef });
  }

  /** The words of a text prompt, or the address of a picture that this server keeps; null where the node has no such thing. */
  sourceOf(task: WritingTask, nodeId: string): string | null {
    const { document } = this.#deps.editor;
    const node = document.node(nodeId);
    if (!node) return null;
    if (task === 'describe') {
      const url = document.kinds.pictureOf(node);
      return url?.startsWith('/files/') ? url : null;
    }
    if (document.kinds.of(node.type)?.convertsTo === undefined) return null;
    const { value } = worded(document, node).data;
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  }

  /** Requests new words for a text prompt, or words for a picture. Does nothing for any other node. Never rejects. */
  async ask(task: WritingTask, nodeId: string, language: Language): Promise<void> {
    const from = this.sourceOf(task, nodeId);
    if (from === null) return;
    const asked: WritingSuggestion = { task, nodeId, from, language, state: 'asked', text: '', words: null };
    this.#set(asked);
    const { nodes } = this.#deps;
    try {
      const text = await (task === 'improve' ? nodes.improve(from) : nodes.describe({ content: from, language }));
      if (this.suggestion === asked) this.#set({ ...asked, state: 'written', text: text.trim() });
    } catch (error) {
      console.warn('the text model wrote nothing', error);
      const words = failureWords(error instanceof ApiFailure ? readErrorBody(error.body) : {}, 'writing.failed');
      if (this.suggestion === asked) this.#set({ ...asked, state: 'failed', words });
    }
  }

  /** Asks once more, from what the node holds now. */
  again(): void {
    const { suggestion } = this;
    if (!suggestion) return;
    const { task, nodeId, language } = suggestion;
    if (this.sourceOf(task, nodeId) === null) this.#set({ ...suggestion, state: 'gone', words: null });
    else void this.ask(task, nodeId, language);
  }

  /**
   * Puts the written words on the canvas, in one step of undo: in place of the text, or as a new text prompt below the
   * picture. Returns the id of the node that has them; null when nothing is written, or when the text has changed since
   * it was improved, or is gone.
   */
  take(): string | null {
    const { suggestion } = this;
    if (!suggestion?.text) return null;
    const { editor } = this.#deps;
    const { nodeId, text } = suggestion;
    if (suggestion.task === 'describe') {
      const [added] = editor.addRow(TEXT_BECOMES, placeBelow(editor, nodeId), [{ value: text }]);
      this.leave();
      return added ?? null;
    }
    const now = this.sourceOf('improve', nodeId);
    if (now !== suggestion.from) {
      this.#set({ ...suggestion, state: now === null ? 'gone' : 'changed' });
      return null;
    }
    // This does not go as typing, whose steps of undo grow together.
    editor.apply([{ type: 'setData', id: nodeId, data: { value: withItsMentions(editor.document, nodeId, text) } }]);
    this.leave();
    return nodeId;
  }

  /** Drops the suggestion and changes nothing. Words that are still being written are not shown any more. */
  leave(): void {
    this.#set(null);
  }

  #set(suggestion: WritingSuggestion | null): void {
    runInAction(() => {
      this.suggestion = suggestion;
    });
  }
}
