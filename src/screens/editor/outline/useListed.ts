import { useCallback, useEffect, useRef, useState } from 'react';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { isNarrowWindow } from '../view/useMediaQuery';
import { showSelected } from './showSelected';

interface Listed {
  /** True while the outline is open: at first in a narrow window, for a flow that has nodes. */
  readonly isListed: boolean;
  readonly toggle: () => void;
  /** The canvas takes the focus. */
  readonly close: () => void;
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
