import type { GraphDocument } from './GraphDocument';

/** Makes ids for an edit's new nodes and rows. One that is taken already is an error, told before anything changes. */
export class FreshIds {
  readonly #document: GraphDocument;
  readonly #uniqueId: () => string;

  constructor(document: GraphDocument, uniqueId: () => string) {
    this.#document = document;
    this.#uniqueId = uniqueId;
  }

  /** Returns new ids for nodes of these types, in their order: type + '_node_' + a unique id each. */
  forTypes(types: readonly string[]): string[] {
    const taken = new Set<string>();
    for (const type of types) {
      const id = this.#next(type);
      this.#mustBeFree(id, taken);
      taken.add(id);
    }
    return [...taken];
  }

  forNodes(type: string, count: number): string[] {
    return this.forTypes(Array.from({ length: count }, () => type));
  }

  forNode(type: string): string {
    const [id = ''] = this.forTypes([type]);
    return id;
  }

  /** Returns a new id for a row, which may become a node of this type, beside rows with the ids `taken`. */
  forRow(rowType: string, taken: ReadonlySet<string>): string {
    const id = this.#next(rowType);
    this.#mustBeFree(id, taken);
    return id;
  }

  #next(type: string): string {
    return `${type}_node_${this.#uniqueId()}`;
  }

  #mustBeFree(id: string, taken: ReadonlySet<string>): void {
    // An edge of that id would keep a node out of the document.
    const isFree = !taken.has(id) && !this.#document.node(id) && !this.#document.edge(id);
    if (!isFree) throw new Error(`uniqueId gave an id again: there is '${id}' already, and nothing was changed`);
  }
}
