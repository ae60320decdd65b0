import { useEffect, useState } from 'react';
import { PictureCache } from '../../../engine/konva';

/** The decoded pictures of one canvas, let go with it. `redraw` runs when one has arrived. */
export function usePictures(resolveUrl: (url: string) => string, redraw: () => void): PictureCache {
  const [pictures] = useState(() => new PictureCache({ resolveUrl, onChange: redraw }));

  useEffect(() => {
    // What could not be loaded without a network is asked for again when it is back.
    const retry = (): void => pictures.retryBroken();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      pictures.dispose();
    };
  }, [pictures]);

  return pictures;
}
