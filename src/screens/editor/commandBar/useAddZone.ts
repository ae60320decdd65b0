import { useMemo } from 'react';
import type { Editor } from '../../../engine';
import type { DropZone } from '../palette/followDrag';

/** How the command bar adds nodes. */
export interface AddZone extends Pick<DropZone, 'models' | 'add' | 'focus'> {
  /** Closes what hides the canvas. */
  readonly showCanvas: () => void;
}

interface Cover {
  readonly editor: Editor;
  /** Something hides the canvas, which can have the focus only once that has closed. */
  readonly isCovered: boolean;
  readonly showCanvas: () => void;
}

/** The canvas as the command bar adds to it: what is added is seen, and has the focus. */
export const useAddZone = (zone: DropZone, { editor, isCovered, showCanvas }: Cover): AddZone =>
  useMemo(() => {
    if (!isCovered) return { ...zone, showCanvas };
    // A text that was added has its field open by then, with the focus.
    const later: DropZone['focus'] = (nodeId) =>
      void window.setTimeout(() => editor.editing === null && zone.focus(nodeId));
    return { ...zone, showCanvas, focus: later };
  }, [zone, editor, isCovered, showCanvas]);
