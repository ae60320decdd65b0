import { cutOut, fragmentBox, snap, SNAP_GRID, type Editor, type Fragment, type Vector } from '../../engine';
import type { Announce, Notify } from '../Notice';
import { type ClipboardForm, type CopiedFragment, readForm, writeForm } from './clipboardForm';

/** A text on the canvas, wherever it came from. */
export const TEXT_BECOMES = 'textPrompt';

interface FlowClipboardDeps {
  readonly editor: Editor;
  readonly memberId: string;
  /** As the app's api resolves the url of a picture. */
  readonly resolveUrl: (url: string) => string;
  readonly notify: Notify;
  readonly announce: Announce;
}

/** How far beside the first one a copy stands that would cover it; world pixels, on the grid. */
const STEP = 2 * SNAP_GRID;
/** A whole pile of copies in one place is put on top of it. */
const MOST_STEPS = 100;

const isStored = (value: unknown): boolean => typeof value === 'string' && value.includes('/files/');

/** Copies nodes with the edges among them, and puts copies down again: here, in another project, tab or browser. */
export class FlowClipboard {
  readonly #deps: FlowClipboardDeps;
  /** What this tab copied last: a plain paste of its words can still bring the nodes, with their outer edges. */
  #last: { readonly form: ClipboardForm; readonly copied: CopiedFragment } | null = null;

  constructor(deps: FlowClipboardDeps) {
    this.#deps = deps;
  }

  /** What the selection is to other apps; null when no node is selected. Says that it was copied. */
  copy(): ClipboardForm | null {
    const { editor, memberId, announce } = this.#deps;
    const fragment = cutOut(editor.document, editor.frames.carried(editor.selection.nodes));
    if (fragment.nodes.length === 0) return null;
    const copied = { fragment, memberId, origin: this.#origin };
    const form = writeForm(copied);
    this.#last = { form, copied };
    announce('live.copied', { count: fragment.nodes.length });
    return form;
  }

  /** As `copy`, and removes what was copied in one undoable step. */
  cut(): ClipboardForm | null {
    const form = this.copy();
    if (!form) return null;
    const { editor } = this.#deps;
    editor.select({ ...editor.selection, nodes: editor.frames.carried(editor.selection.nodes) });
    editor.removeSelected();
    return form;
  }

  /**
   * Puts down what the clipboard holds: nodes of ours, else the words as a text prompt. `at`: the middle of it, a world
   * point. Selects what it has put down; says so when there is nothing, or nothing that can be read.
   */
  paste({ html, plain }: ClipboardForm, at: Vector, keepsOuter = false): void {
    const { notify } = this.#deps;
    const read = readForm(html);
    if (read === 'unreadable') {
      notify({ variant: 'default', titleKey: 'clipboard.unreadable' });
      return;
    }
    // A paste without formats brings the words alone.
    const known = this.#last?.form.plain === plain ? this.#last.copied : null;
    const copied = read ?? (keepsOuter ? known : null);
    if (copied) this.#put(copied, at, keepsOuter);
    else if (plain.trim() !== '') this.#putWords(plain, at);
    else notify({ variant: 'info', titleKey: 'clipboard.nothing' });
  }

  /** As `paste`, of what this tab copied last; false when it has copied nothing. */
  pasteLast(at: Vector): boolean {
    if (!this.#last) return false;
    this.#put(this.#last.copied, at, false);
    return true;
  }

  /** Puts a copy of the selection beside it. The clipboard stays as it is. */
  duplicate(): void {
    const { editor } = this.#deps;
    const fragment = cutOut(editor.document, editor.frames.carried(editor.selection.nodes));
    this.#place(fragment, this.#beside(fragment, { x: STEP, y: STEP }), false);
  }

  /** Where the urls of pictures lead. */
  get #origin(): string {
    return new URL(this.#deps.resolveUrl('/files/'), globalThis.location.href).origin;
  }

  #put({ fragment, memberId, origin }: CopiedFragment, at: Vector, keepsOuter: boolean): void {
    const box = fragmentBox(fragment);
    if (!box) return;
    const wanted = { x: at.x - box.x - box.width / 2, y: at.y - box.y - box.height / 2 };
    this.#place(fragment, this.#beside(fragment, snap(wanted, SNAP_GRID)), keepsOuter);
    const isForeign = memberId !== this.#deps.memberId || origin !== this.#origin;
    if (isForeign && fragment.nodes.some(({ data }) => isStored(data.value))) {
      this.#deps.notify({ variant: 'info', titleKey: 'clipboard.foreignPictures' });
    }
  }

  #putWords(plain: string, at: Vector): void {
    const value = plain.replaceAll('\r\n', '\n');
    const node = {
      id: 'words',
      type: TEXT_BECOMES,
      position: { x: 0, y: 0 },
      data: { model: null, data: null, value },
    };
    const fragment: Fragment = { nodes: [node], edges: [], outer: [] };
    const box = fragmentBox(fragment);
    const wanted = snap({ x: at.x - (box?.width ?? 0) / 2, y: at.y - (box?.height ?? 0) / 2 }, SNAP_GRID);
    this.#place(fragment, this.#beside(fragment, wanted), false);
  }

  #place(fragment: Fragment, by: Vector, keepsOuter: boolean): void {
    const { editor, announce } = this.#deps;
    const { length } = editor.addFragment(fragment, by, keepsOuter);
    announce('live.pasted', { count: length });
  }

  /** The offset, farther on where its first card would lie exactly on another one. */
  #beside({ nodes: [first] }: Fragment, by: Vector): Vector {
    const { scene } = this.#deps.editor;
    if (!first) return by;
    let { x, y } = by;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const at = { x: first.position.x + x, y: first.position.y + y };
      const there = scene.nodesIn({ ...at, width: 1, height: 1 });
      if (!there.some(({ position }) => position.x === at.x && position.y === at.y)) break;
      x += STEP;
      y += STEP;
    }
    return { x, y };
  }
}
