import { cutOut, fragmentBox, snap, SNAP_GRID, worded, type Editor, type Fragment, type Vector } from '../../engine';
import type { Announce, Notify } from '../Notice';
import { type ClipboardForm, type CopiedFragment, readForm, writeForm } from './clipboardForm';

/** The node type that a pasted text becomes, wherever it came from. */
export const TEXT_BECOMES = 'textPrompt';

interface FlowClipboardDeps {
  readonly editor: Editor;
  readonly memberId: string;
  /** Resolves the url of a picture as the app's api does. */
  readonly resolveUrl: (url: string) => string;
  readonly notify: Notify;
  readonly announce: Announce;
}

/** Offset of a copy that would otherwise cover the first one; world pixels, on the grid. */
const STEP = 2 * SNAP_GRID;
/** Beyond this many copies in one place, the next one is put on top of them. */
const STEPS_MAX = 100;

const isStored = (value: unknown): boolean => typeof value === 'string' && value.includes('/files/');

/** Copies nodes with the edges among them, and puts copies down again: here, in another project, tab or browser. */
export class FlowClipboard {
  readonly #deps: FlowClipboardDeps;
  /** The newest copy of this tab: a plain paste of its words can still bring the nodes, with their outer edges. */
  #last: { readonly form: ClipboardForm; readonly copied: CopiedFragment } | null = null;

  constructor(deps: FlowClipboardDeps) {
    this.#deps = deps;
  }

  /** The clipboard form of the selection; null when no node is selected. Announces that it was copied. */
  copy(): ClipboardForm | null {
    const { editor, memberId, announce } = this.#deps;
    const fragment = cutOut(editor.document, editor.frames.withContent(editor.selection.nodes));
    if (fragment.nodes.length === 0) return null;
    const copied = { fragment, memberId, origin: this.#origin };
    const form = writeForm(
      copied,
      fragment.nodes.map((node) => worded(editor.document, node)),
      editor.document.kinds,
    );
    this.#last = { form, copied };
    announce('live.copied', { count: fragment.nodes.length });
    return form;
  }

  /** Copies the selection and removes it in one step of undo. */
  cut(): ClipboardForm | null {
    const form = this.copy();
    if (!form) return null;
    const { editor } = this.#deps;
    editor.select({ ...editor.selection, nodes: editor.frames.withContent(editor.selection.nodes) });
    editor.removeSelected();
    return form;
  }

  /**
   * Pastes what the clipboard holds: nodes of ours, else the words as a text prompt. `at`: its middle, a world point.
   * Selects the pasted nodes; says so when there is nothing, or nothing readable.
   */
  paste({ html, plain }: ClipboardForm, at: Vector, keepsOuter = false): void {
    const { notify } = this.#deps;
    const read = readForm(html);
    if (read === 'unreadable') {
      notify({ variant: 'default', titleKey: 'clipboard.unreadable' });
      return;
    }
    // A paste without formats brings only the words.
    const known = this.#last?.form.plain === plain ? this.#last.copied : null;
    const copied = read ?? (keepsOuter ? known : null);
    if (copied) this.#put(copied, at, keepsOuter);
    else if (plain.trim() !== '') this.#putWords(plain, at);
    else notify({ variant: 'info', titleKey: 'clipboard.nothing' });
  }

  /** Pastes what this tab copied last, as `paste` does; false when it has copied nothing. */
  pasteLast(at: Vector, keepsOuter = false): boolean {
    if (!this.#last) return false;
    this.#put(this.#last.copied, at, keepsOuter);
    return true;
  }

  /** Puts a copy of the selection next to it. The clipboard stays as it is. */
  duplicate(): void {
    const { editor } = this.#deps;
    const fragment = cutOut(editor.document, editor.frames.withContent(editor.selection.nodes));
    const { length } = editor.addFragment(fragment, this.#beside(fragment, { x: STEP, y: STEP }));
    this.#deps.announce('live.duplicatedNodes', { count: length });
  }

  /** Origin of the urls of pictures. */
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

  /** The offset, increased until the first card does not lie exactly on another one. */
  #beside({ nodes: [first] }: Fragment, by: Vector): Vector {
    const { scene } = this.#deps.editor;
    if (!first) return by;
    let { x, y } = by;
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const at = { x: first.position.x + x, y: first.position.y + y };
      const there = scene.nodesIn({ ...at, width: 1, height: 1 });
      if (!there.some(({ position }) => position.x === at.x && position.y === at.y)) break;
      x += STEP;
      y += STEP;
    }
    return { x, y };
  }
}
