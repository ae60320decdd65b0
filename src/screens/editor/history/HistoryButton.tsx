import { useMemo, useState } from 'react';
import { bindAction, WORKSPACE_ACTIONS } from '../../../actions';
import type { OpenEditor } from '../../../stores/EditorSession';
import { Late } from '../../../ui/Late';
import { partMissing } from '../../partMissing';
import { ActionTool } from '../tool/ActionTool';

interface HistoryButtonProps {
  readonly open: Pick<OpenEditor, 'flow' | 'versions'>;
}

/** Opens the past of the open project; its sheet is loaded with the first press. */
export function HistoryButton({ open: { flow, versions } }: HistoryButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const action = useMemo(() => bindAction(WORKSPACE_ACTIONS.history, { openHistory: () => setIsOpen(true) }), []);
  return (
    <>
      <ActionTool flow={flow} action={action} icon="history" aria-haspopup="dialog" aria-expanded={isOpen} />
      {isOpen && (
        <Late
          load={() => import('./HistorySheet')}
          props={{ versions, onClose: () => setIsOpen(false) }}
          onMissing={partMissing(() => setIsOpen(false))}
        />
      )}
    </>
  );
}
