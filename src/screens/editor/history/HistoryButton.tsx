import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { bindAction, WORKSPACE_ACTIONS } from '../../../actions';
import type { OpenEditor } from '../../../stores/EditorSession';
import { ActionTool } from '../../../ui/ActionTool';
import { LazyPart } from '../../../ui/LazyPart';
import { partMissing } from '../../partMissing';

interface HistoryButtonProps {
  readonly open: Pick<OpenEditor, 'flow' | 'versions'>;
}

const loadSheet = () => import('./HistorySheet');

/** Opens the past of the open project, and shows it however it was opened; the sheet's code is loaded with the first opening. */
export const HistoryButton = observer(function HistoryButton({ open: { flow, versions } }: HistoryButtonProps) {
  const action = useMemo(
    () => bindAction(WORKSPACE_ACTIONS.history, { openHistory: () => versions.setShown(true) }),
    [versions],
  );
  const onClose = (): void => versions.setShown(false);
  return (
    <>
      <ActionTool flow={flow} action={action} icon="history" aria-haspopup="dialog" aria-expanded={versions.isShown} />
      {versions.isShown && (
        <LazyPart load={loadSheet} props={{ versions, onClose }} onMissing={partMissing(onClose)} onCancel={onClose} />
      )}
    </>
  );
});
