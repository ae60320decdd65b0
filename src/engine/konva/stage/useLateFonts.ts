import { useEffect } from 'react';
import type { Editor } from '../../Editor';
import { forgetTextMeasures } from '../../render/text/wrapText';

/**
 * The face arrives in parts, each when a letter of it is first drawn: until then a canvas shows the system's face. Lines are
 * broken anew and drawn again when a part is there.
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
