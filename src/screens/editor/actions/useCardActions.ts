import { useEffect } from 'react';
import type { Editor } from '../../../engine';
import type { Conversion } from '../../../stores/Conversion';
import type { GenerationStore } from '../../../stores/generation/GenerationStore';
import { announce } from '../../../ui/live/announce';

interface CardActions {
  readonly editor: Editor;
  readonly generation: Pick<GenerationStore, 'runs' | 'run' | 'abort'>;
  readonly conversion: Pick<Conversion, 'convertToCategory'>;
  readonly chooseFile: (nodeId: string) => void;
  readonly enlarge: (nodeId: string) => void;
  readonly showTakes: (nodeId: string) => void;
}

/** Does what a pressed button of a card asks for, whether it was pressed on the canvas or in the accessible layer. */
export function useCardActions(actions: CardActions): void {
  const { editor, generation, conversion, chooseFile, enlarge, showTakes } = actions;

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
          const state = generation.runs.get(nodeId)?.state;
          // The button of a node that runs, or waits for it, is its stop button.
          if (state === 'running' || state === 'waiting') generation.abort(nodeId);
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
        case 'takes':
          showTakes(nodeId);
      }
    });
  }, [editor, generation, conversion, chooseFile, enlarge, showTakes]);
}
