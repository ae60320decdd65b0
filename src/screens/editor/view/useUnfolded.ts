import { useCallback, useMemo, useState } from 'react';
import type { Editor } from '../../../engine';

/** What can be shown at a card, one at a time. */
export type Foldable = 'takes' | 'settings';

export interface Unfolded {
  /** What of the node that is selected alone is shown. */
  readonly what: Foldable | null;
  /** Changes when somebody asks for it, who then has the focus there. */
  readonly asked: number;
  readonly show: (what: Foldable, nodeId: string) => void;
  readonly fold: () => void;
}

/** What is unfolded at the selected node; pressing it on another card shows that one's, pressing it again folds it. */
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
