import { useCallback, useEffect, useState } from 'react';
import type { Editor, FlowNode, PictureSource, CellSource } from '../../../engine';
import { PictureCache } from '../../../engine/konva';

/**
 * Pictures, and for one that has just been uploaded the chosen file: the card keeps showing it while the server's copy is fetched and
 * decoded.
 */
export class StandInPictures implements PictureSource {
  readonly #pictures: PictureSource;
  /** The server's url to the data URL it has replaced, until the server's is there. */
  readonly #standIns = new Map<string, string>();

  constructor(pictures: PictureSource) {
    this.#pictures = pictures;
  }

  get(url: string, wantedWidth: number, isHurried?: boolean): ReturnType<PictureSource['get']> {
    const picture = this.#pictures.get(url, wantedWidth, isHurried);
    const standIn = this.#standIns.get(url);
    if (standIn === undefined) return picture;
    if (picture !== 'loading') {
      this.#standIns.delete(url);
      return picture;
    }
    const earlier = this.#pictures.get(standIn, wantedWidth, isHurried);
    return earlier === 'broken' ? 'loading' : earlier;
  }

  /** Watches the editor for uploads that end. Returns how to stop. */
  follow(editor: Editor): () => void {
    const chosen = new Map<string, string>();
    const keep = ({ id, type, data: { value } }: FlowNode, isMerge: boolean): void => {
      if (type !== 'imageUpload' || typeof value !== 'string') return;
      const before = chosen.get(id);
      chosen.delete(id);
      if (value.startsWith('data:')) chosen.set(id, value);
      else if (before !== undefined && isMerge) this.#standIns.set(value, before);
    };
    for (const node of editor.document.allNodes()) keep(node, false);
    return editor.subscribe((event) => {
      if (event.type !== 'document') return;
      for (const change of event.changes) {
        const node = change.type === 'setData' && editor.document.node(change.id);
        if (node) keep(node, event.origin === 'merge');
        else if (change.type === 'removeNode') chosen.delete(change.id);
      }
    });
  }
}

/** The decoded pictures of one canvas, released with it. */
export function usePictures(
  editor: Editor,
  resolveUrl: (url: string) => string,
  cells?: CellSource,
): { readonly pictures: PictureSource; readonly known: PictureCache['known'] } {
  const [cache] = useState(() => new PictureCache(editor, { resolveUrl, ...(cells && { cells }) }));
  const [pictures] = useState(() => new StandInPictures(cache));

  useEffect(() => {
    // Pictures that could not be loaded without a network are requested again when it is back.
    const retry = (): void => cache.retryBroken();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      cache.dispose();
    };
  }, [cache]);

  useEffect(() => pictures.follow(editor), [pictures, editor]);

  const known = useCallback<PictureCache['known']>((url, width) => cache.known(url, width), [cache]);
  return { pictures, known };
}
