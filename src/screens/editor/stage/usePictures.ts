import { useCallback, useEffect, useState } from 'react';
import type { CellSource, Editor, PictureSource } from '../../../engine';
import { PictureCache } from '../../../engine/konva';
import { StandInPictures } from './StandInPictures';

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
