import type Konva from 'konva';
import { useEffect } from 'react';
import { forgetTextMeasures } from '../paint/wrapText';

/**
 * The face arrives in parts, each when a letter of it is first drawn: until then a canvas shows the system's face. Lines are
 * broken anew and drawn again when a part is there.
 */
export function useLateFonts(stage: Konva.Stage | null): void {
  useEffect(() => {
    if (!stage) return undefined;
    const drawAgain = () => {
      forgetTextMeasures();
      stage.batchDraw();
    };
    document.fonts.addEventListener('loadingdone', drawAgain);
    return () => document.fonts.removeEventListener('loadingdone', drawAgain);
  }, [stage]);
}
