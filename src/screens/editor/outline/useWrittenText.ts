import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';
import { hasTextField, type TextField } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';

/**
 * The text that is written in the outline, and a function that begins or ends it; for an observer. An undo or another tab
 * may remove it: then it is over, even if its node comes back, and the focus goes to `tree`.
 */
export function useWrittenText(
  flow: FlowStore,
  tree: RefObject<HTMLElement | null>,
): readonly [field: TextField | null, write: (field: TextField | null) => void] {
  const [wanted, setWanted] = useState<TextField | null>(null);
  const node = wanted ? flow.node(wanted.nodeId) : undefined;
  const field = wanted && hasTextField(flow.editor.document.kinds, node, wanted) ? wanted : null;
  if (wanted && !field) setWanted(null);
  useLayoutEffect(() => {
    const element = tree.current;
    // The focus was in the field that is gone, unless the person has gone on elsewhere.
    return () => {
      if (field && document.activeElement === document.body) element?.focus({ preventScroll: true });
    };
  }, [field, tree]);
  // The open text is taken again, and the focus with it, when it is asked for again.
  const write = useCallback((next: TextField | null) => setWanted(next && { ...next }), []);
  return [field, write];
}
