import { useEffect } from 'react';
import type { Editor } from '../../../engine';
import type { Conversion } from '../../../stores/Conversion';
import type { CellsStore } from '../../../stores/cells/CellsStore';
import type { GenerationStore } from '../../../stores/generation/GenerationStore';
import type { RunPlanning } from '../../../stores/runs/RunPlanning';
import type { RunsStore } from '../../../stores/runs/RunsStore';
import { announce } from '../../../ui/live/announce';
import type { Foldable } from '../view/useUnfolded';

interface CardActions {
  readonly editor: Editor;
  readonly generation: Pick<GenerationStore, 'states' | 'run' | 'abort'>;
  readonly runs: Pick<RunsStore, 'isUnderWay' | 'stopAt'> & { readonly planning: Pick<RunPlanning, 'ask'> };
  readonly cells: Pick<CellsStore, 'axesOf'>;
  readonly conversion: Pick<Conversion, 'convertToCategory'>;
  readonly chooseFile: (nodeId: string) => void;
  readonly enlarge: (nodeId: string) => void;
  readonly unfold: (what: Foldable, nodeId: string) => void;
  readonly openSheet: (nodeId: string) => void;
}

/** Does what a pressed button of a card asks for, whether it was pressed on the canvas or in the accessible layer. */
export function useCardActions(actions: CardActions): void {
  const { editor, generation, runs, cells, conversion, chooseFile, enlarge, unfold, openSheet } = actions;

  useEffect(() => {
    const convert = async (nodeId: string): Promise<void> => {
      const count = await conversion.convertToCategory(nodeId);
      if (count !== null) announce('live.converted', { count });
    };
    return editor.subscribe((event) => {
      if (event.type !== 'action') return;
      const { nodeId, action } = event;
      switch (action) {
        case 'run': {
          const state = generation.states.get(nodeId)?.state;
          // The button of a node that runs, or waits for it, is its stop button.
          if (state === 'running' || state === 'waiting') generation.abort(nodeId);
          else if (runs.isUnderWay(nodeId)) void runs.stopAt(nodeId);
          // Several pictures are planned first: nobody should pay for a hundred by one press.
          else if (cells.axesOf(nodeId).length > 0) runs.planning.ask('selection', [nodeId], false);
          else void generation.run(nodeId);
          break;
        }
        case 'convert':
          void convert(nodeId);
          break;
        case 'upload':
          chooseFile(nodeId);
          break;
        case 'enlarge':
          enlarge(nodeId);
          break;
        case 'settings':
        case 'takes':
          unfold(action, nodeId);
          break;
        case 'table':
          openSheet(nodeId);
      }
    });
  }, [editor, generation, runs, cells, conversion, chooseFile, enlarge, unfold, openSheet]);
}
