import type { IdSet } from '../collections/IdSet';
import { mentionsIn } from '../document/mentions';
import type { Change } from '../document/Change';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';

const NOTHING: IdSet = new Set();

/** Index of the nodes that each text mentions, by ids. It follows the changes of a document, so that a rename finds the cards that show it. */
export class Mentioning {
  readonly #document: GraphDocument;
  /** Ids that each text mentions; texts without mentions are not in it. */
  readonly #mentions = new Map<string, IdSet>();
  /** The texts by the nodes that they mention. */
  readonly #texts = new Map<string, Set<string>>();

  constructor(document: GraphDocument) {
    this.#document = document;
    for (const node of document.allNodes()) this.#read(node.id, node);
  }

  /** No text mentions anything. */
  get isEmpty(): boolean {
    return this.#mentions.size === 0;
  }

  /** Whether it is a text that mentions something. */
  has(textId: string): boolean {
    return this.#mentions.has(textId);
  }

  /** Ids that a text mentions. */
  mentionedBy(textId: string): IdSet {
    return this.#mentions.get(textId) ?? NOTHING;
  }

  /** The texts that mention a node, whether it is there or not. */
  textsAbout(nodeId: string): IdSet {
    return this.#texts.get(nodeId) ?? NOTHING;
  }

  /** Follows changes that have been applied. */
  follow(changes: readonly Change[]): void {
    for (const change of changes) {
      switch (change.type) {
        case 'addNode':
        case 'replaceNode':
          this.#read(change.node.id, this.#document.node(change.node.id));
          break;
        case 'setData':
          if ('value' in change.data) this.#read(change.id, this.#document.node(change.id));
          break;
        case 'removeNode':
          this.#read(change.id, undefined);
          break;
        default:
      }
    }
  }

  #read(id: string, node: FlowNode | undefined): void {
    const value = node && this.#document.kinds.of(node.type)?.mentions ? node.data.value : '';
    const mentioned = typeof value === 'string' && value.includes('@{') ? mentionsIn(value) : NOTHING;
    const before = this.#mentions.get(id) ?? NOTHING;
    for (const other of before) {
      const texts = this.#texts.get(other);
      if (mentioned.has(other) || !texts) continue;
      texts.delete(id);
      if (texts.size === 0) this.#texts.delete(other);
    }
    for (const other of mentioned) {
      const texts = this.#texts.get(other);
      if (texts) texts.add(id);
      else this.#texts.set(other, new Set([id]));
    }
    if (mentioned.size > 0) this.#mentions.set(id, mentioned);
    else if (before.size > 0) this.#mentions.delete(id);
  }
}
