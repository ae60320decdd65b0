import { useCallback, useEffect, useState } from 'react';
import type { CellSource, Change, Editor, FlowNode, Picture, PictureSource } from '../../../engine';
import { PictureCache } from '../../../engine/konva';
import type { pictureAddresses } from '../../pictureAddresses';
import { useReturns } from '../../useReturns';

type Pictures = Pick<PictureCache, 'get' | 'isSettled' | 'isInView' | 'forget'>;

/** The chosen file of a node that has the server's copy now. */
interface StandIn {
  readonly nodeId: string;
  /** Its data URL. */
  readonly value: string;
}

/**
 * Pictures, and for one that has just been uploaded the chosen file: the card keeps showing it until the server's copy is decoded as
 * large, for a smaller version of that comes first. A data URL is as long as its file, so that the cache forgets one as soon as no card needs it.
 */
export class StandInPictures implements PictureSource {
  readonly #pictures: Pictures;
  /** By the server's url, until its picture is there. */
  readonly #standIns = new Map<string, StandIn>();
  /** The data URLs on nodes, by node id. */
  readonly #chosen = new Map<string, string>();

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  get(url: string, wantedSide: number, isHurried?: boolean): ReturnType<PictureSource['get']> {
    const picture = this.#pictures.get(url, wantedSide, isHurried);
    const standIn = this.#standIns.get(url);
    if (standIn === undefined) return picture;
    if (!this.#pictures.isSettled(url, wantedSide)) {
      const earlier = this.#pictures.get(standIn.value, wantedSide, isHurried);
      // One whose server does not answer now is broken only until it does.
      if (typeof picture === 'string') return earlier === 'broken' ? 'loading' : earlier;
      if (typeof earlier !== 'string' && longerSide(earlier) > longerSide(picture)) return earlier;
    }
    this.#drop(url, standIn);
    return picture;
  }

  /** Watches the editor for uploads that end. Returns how to stop. */
  follow(editor: Editor): () => void {
    const { document } = editor;
    this.#chosen.clear();
    for (const node of document.allNodes()) this.#note(node.id, node, false);
    return editor.subscribe((event) => {
      if (event.type === 'document') {
        for (const change of event.changes) {
          const id = changedNode(change);
          if (id !== null) this.#note(id, document.node(id), event.origin === 'merge');
        }
      }
      if (event.type === 'document' || event.type === 'viewport') this.#dropUnseen();
    });
  }

  #note(nodeId: string, node: FlowNode | undefined, isMerge: boolean): void {
    const value = node?.type === 'imageUpload' && typeof node.data.value === 'string' ? node.data.value : null;
    for (const [url, standIn] of this.#standIns)
      if (standIn.nodeId === nodeId && url !== value) this.#drop(url, standIn);
    const before = this.#chosen.get(nodeId);
    if (value === before) return;
    this.#chosen.delete(nodeId);
    const isChosen = value?.startsWith('data:') === true;
    if (isChosen) this.#chosen.set(nodeId, value);
    if (before === undefined) return;
    if (value !== null && !isChosen && isMerge && !this.#standIns.has(value))
      this.#standIns.set(value, { nodeId, value: before });
    else this.#release(before);
  }

  /** Server's copies that are not in view are not loaded, and nothing tells when they will be. */
  #dropUnseen(): void {
    for (const [url, standIn] of this.#standIns) if (!this.#pictures.isInView(url)) this.#drop(url, standIn);
  }

  #drop(url: string, { value }: StandIn): void {
    this.#standIns.delete(url);
    this.#release(value);
  }

  /** Lets the cache forget a data URL, unless another card shows it. */
  #release(value: string): void {
    const others = [...this.#chosen.values(), ...Array.from(this.#standIns.values(), (standIn) => standIn.value)];
    if (!others.includes(value)) this.#pictures.forget(value);
  }
}

const longerSide = ({ width, height }: Picture): number => Math.max(width, height);

/** Id of the node whose value may differ after a change; null when there is none. */
function changedNode(change: Change): string | null {
  switch (change.type) {
    case 'addNode':
    case 'replaceNode':
      return change.node.id;
    case 'removeNode':
    case 'setData':
      return change.id;
    default:
      return null;
  }
}

/** The decoded pictures of one canvas, released with it. */
export function usePictures(
  editor: Editor,
  addresses: ReturnType<typeof pictureAddresses>,
  cells?: CellSource,
): { readonly pictures: PictureSource; readonly known: PictureCache['known'] } {
  const [cache] = useState(() => new PictureCache(editor, { ...addresses, ...(cells && { cells }) }));
  const [pictures] = useState(() => new StandInPictures(cache));

  useEffect(() => () => cache.dispose(), [cache]);
  useReturns(useCallback(() => cache.retryBroken(), [cache]));
  useEffect(() => pictures.follow(editor), [pictures, editor]);

  const known = useCallback<PictureCache['known']>((url, side) => cache.known(url, side), [cache]);
  return { pictures, known };
}
