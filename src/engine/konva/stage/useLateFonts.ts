import { useEffect } from 'react';
import type { Editor } from '../../Editor';
import { forgetTextMeasures } from '../../render/text/wrapText';

/**
 * Draws again when a part of the face is there. The face arrives in parts, each when a letter of it is first drawn: until then a canvas
 * shows the system's face, and its lines must be broken anew.
 */
export function useLateFonts(editor: Editor): void {
  useEffect(() => {
    const drawAgain = () => {
      forgetTextMeasures();
      editor.repaint('fonts');
    };
    document.fonts.addEventListener('loadingdone', drawAgain);
    return () => document.fonts.removeEventListener('loadingdone', drawAgain);
  }, [editor]);
}
