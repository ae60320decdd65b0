import { useCallback, useMemo, useState } from 'react';
import type { Editor } from '../../../engine';

/** The panels that a card can show, one at a time. */
export type Foldable = 'takes' | 'settings';

export interface Unfolded {
  /** The panel that the sole selected node shows. */
  readonly what: Foldable | null;
  /** Given from the time a person asks for it until it calls this, which it does as it takes the focus. */
  readonly onBegun: (() => void) | null;
  readonly show: (what: Foldable, nodeId: string) => void;
  readonly fold: () => void;
}

const FOLDED = { what: null, isAsked: false };

/** The unfolded panel of the selected node; pressing its button on another card shows that card's, pressing it again folds it. */
export function useUnfolded(editor: Editor): Unfolded {
  const [{ what, isAsked }, setState] = useState<{ what: Foldable | null; isAsked: boolean }>(FOLDED);
  const show = useCallback(
    (wanted: Foldable, nodeId: string) => {
      const { nodes, edges } = editor.selection;
      const isShown = nodes.has(nodeId) && nodes.size + edges.size === 1;
      editor.select({ nodes: new Set([nodeId]) });
      setState(({ what }) => (what === wanted && isShown ? FOLDED : { what: wanted, isAsked: true }));
    },
    [editor],
  );
  const fold = useCallback(() => setState(FOLDED), []);
  // The panels of the nodes that are selected after it leave the focus where it is.
  const begun = useCallback(() => setState((state) => ({ ...state, isAsked: false })), []);
  return useMemo(() => ({ what, onBegun: isAsked ? begun : null, show, fold }), [what, isAsked, begun, show, fold]);
}
