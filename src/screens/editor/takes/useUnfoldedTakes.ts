import { useCallback, useMemo, useState } from 'react';
import type { Editor } from '../../../engine';

export interface UnfoldedTakes {
  /** The takes of the node that is selected alone are shown. */
  readonly isUnfolded: boolean;
  /** Changes when somebody asks for them, who then has the focus there. */
  readonly asked: number;
  readonly show: (nodeId: string) => void;
  readonly fold: () => void;
}

/** Whether the takes of the selected node are unfolded; pressing them on another card shows that one's. */
export function useUnfoldedTakes(editor: Editor): UnfoldedTakes {
  const [state, setState] = useState({ isUnfolded: false, asked: 0 });
  const show = useCallback(
    (nodeId: string) => {
      const { nodes, edges } = editor.selection;
      const isShown = nodes.has(nodeId) && nodes.size + edges.size === 1;
      editor.select({ nodes: new Set([nodeId]) });
      setState(({ isUnfolded, asked }) =>
        isUnfolded && isShown ? { isUnfolded: false, asked } : { isUnfolded: true, asked: asked + 1 },
      );
    },
    [editor],
  );
  const fold = useCallback(() => setState(({ asked }) => ({ isUnfolded: false, asked })), []);
  return useMemo(() => ({ ...state, show, fold }), [state, show, fold]);
}
