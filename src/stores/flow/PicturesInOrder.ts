import { computed, createAtom, makeObservable } from 'mobx';
import { readingOrder, type Editor, type Effect, type FlowNode } from '../../engine';

/** The nodes that show a picture, as one reads the canvas, for MobX: all nodes are read once, then those that change. */
export class PicturesInOrder {
  readonly #editor: Editor;
  readonly #ids = new Set<string>();
  readonly #atom = createAtom('picturesInOrder');
  /** Stops following the editor. */
  readonly dispose: () => void;

  constructor(editor: Editor) {
    this.#editor = editor;
    makeObservable(this, { ids: computed, places: computed });
    for (const node of editor.document.allNodes()) if (this.#isShown(node)) this.#ids.add(node.id);
    this.dispose = editor.subscribe((event) => {
      if (event.type !== 'document') return;
      const isOther = event.effects.map((effect) => this.#follow(effect)).includes(true);
      if (isOther) this.#atom.reportChanged();
    });
  }

  get ids(): readonly string[] {
    this.#atom.reportObserved();
    const { document } = this.#editor;
    return readingOrder(Array.from(this.#ids, (id) => document.node(id)).filter((node) => node !== undefined)).map(
      ({ id }) => id,
    );
  }

  /** Index in `ids`, by id. */
  get places(): ReadonlyMap<string, number> {
    return new Map(this.ids.map((id, index) => [id, index]));
  }

  #isShown(node: FlowNode): boolean {
    return this.#editor.document.kinds.pictureOf(node) !== null;
  }

  /** Returns whether the pictures or their order may be others now; a move of all changes neither. */
  #follow(effect: Effect): boolean {
    if (effect.type === 'removeNode') return this.#ids.delete(effect.item.id);
    if (effect.type === 'insertNode') {
      if (!this.#isShown(effect.item)) return false;
      this.#ids.add(effect.item.id);
      return true;
    }
    if (effect.type !== 'setNode') return false;
    const { before, after } = effect;
    const wasShown = this.#ids.delete(after.id);
    const isShown = this.#isShown(after);
    if (isShown) this.#ids.add(after.id);
    return wasShown !== isShown || (isShown && before.position !== after.position);
  }
}
