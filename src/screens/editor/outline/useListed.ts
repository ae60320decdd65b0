import { useCallback, useEffect, useRef, useState } from 'react';
import { encloses } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { isNarrowWindow } from '../view/useMediaQuery';

interface Listed {
  /** True while the outline is open: at first in a narrow window, for a flow that has nodes. */
  readonly isListed: boolean;
  readonly toggle: () => void;
  /** The canvas takes the focus. */
  readonly close: () => void;
}

/** Brings the node that is selected alone into the middle of the view, unless all of it is there already. */
function showSelected({ editor, soleNodeId }: FlowStore): void {
  const { scene, view } = editor;
  const box = soleNodeId === null ? null : scene.bounds([soleNodeId]);
  if (!box || soleNodeId === null || encloses(view.free, view.boxToScreen(box))) return;
  editor.flyTo([soleNodeId]);
}

/** Whether the outline is open. A canvas that it covered shows the node that was selected meanwhile. */
export function useListed(flow: FlowStore, focusNode: (nodeId: null) => void): Listed {
  const [isListed, setIsListed] = useState(() => isNarrowWindow() && flow.editor.document.nodeCount > 0);
  const close = useCallback(() => {
    setIsListed(false);
    window.setTimeout(() => focusNode(null));
  }, [focusNode]);
  const toggle = useCallback(() => {
    // The focus would go with the list.
    if (document.activeElement?.closest('#outline')) close();
    else setIsListed((isShown) => !isShown);
  }, [close]);
  const soleBefore = useRef(flow.soleNodeId);
  useEffect(() => {
    if (isListed) soleBefore.current = flow.soleNodeId;
    else if (isNarrowWindow() && flow.soleNodeId !== soleBefore.current) showSelected(flow);
  }, [isListed, flow]);
  return { isListed, toggle, close };
}
