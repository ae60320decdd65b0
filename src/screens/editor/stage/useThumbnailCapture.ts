import { useCallback, useEffect } from 'react';
import type { Editor } from '../../../engine';
import { Thumbnailer } from '../../../engine/konva';
import type { EditorSession } from '../../../stores/EditorSession';
import { paintTheme } from '../../../theme/paintTheme';
import { useDisposable } from '../../useDisposable';
import { useReturns } from '../../useReturns';
import type { usePaintWords } from './usePaintWords';

const THUMBNAIL_THEME = paintTheme('light');

/** Gives the session a thumbnail of the canvas whenever it asks for one; light in both colour modes. */
export function useThumbnailCapture(
  session: EditorSession,
  editor: Editor,
  sources: ConstructorParameters<typeof Thumbnailer>[1],
  words: ReturnType<typeof usePaintWords>,
): void {
  const thumbnailer = useDisposable(() => new Thumbnailer(editor, sources));
  useReturns(useCallback(() => thumbnailer.retryBroken(), [thumbnailer]));
  useEffect(() => {
    session.setThumbnailCapture(() => {
      const size = { width: window.innerWidth, height: window.innerHeight };
      return thumbnailer.capture({ theme: THUMBNAIL_THEME, words, size });
    });
    return () => session.setThumbnailCapture(null);
  }, [session, thumbnailer, words]);
}
