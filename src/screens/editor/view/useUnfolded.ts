import { useCallback, useMemo, useState } from 'react';
import type { Editor } from '../../../engine';

/** The panels that a card can show, one at a time. */
export type Foldable = 'takes' | 'settings';

export interface Unfolded {
  /** The panel that the sole selected node shows. */
  readonly what: Foldable | null;
  /** Raised when a person asks for it, so that it takes the focus. */
  readonly asked: number;
  readonly show: (what: Foldable, nodeId: string) => void;
  readonly fold: () => void;
}

/** The unfolded panel of the selected node; pressing its button on another card shows that card's, pressing it again folds it. */
export function useUnfolded(editor: Editor): Unfolded {
  const [state, setState] = useState<Pick<Unfolded, 'what' | 'asked'>>({ what: null, asked: 0 });
  const show = useCallback(
    (wanted: Foldable, nodeId: string) => {
      const { nodes, edges } = editor.selection;
      const isShown = nodes.has(nodeId) && nodes.size + edges.size === 1;
      editor.select({ nodes: new Set([nodeId]) });
      setState(({ what, asked }) =>
        what === wanted && isShown ? { what: null, asked } : { what: wanted, asked: asked + 1 },
      );
    },
    [editor],
  );
  const fold = useCallback(() => setState(({ asked }) => ({ what: null, asked })), []);
  return useMemo(() => ({ ...state, show, fold }), [state, show, fold]);
}
