import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import type { SheetExports } from '../../../stores/cells/SheetExports';
import type { OpenEditor } from '../../../stores/EditorSession';

const SheetPanel = lazy(() => import('./SheetPanel'));

interface OpenSheetProps {
  readonly open: Pick<OpenEditor, 'flow' | 'cells' | 'takes' | 'runs'>;
  readonly exports: SheetExports;
  /** Id of the node, which may be of any kind; null for none. */
  readonly nodeId: string | null;
  readonly onClose: () => void;
}

/** The open sheet, if this node is one. Its code is loaded with the first one. */
export const OpenSheet = observer(function OpenSheet({ open, exports, nodeId, onClose }: OpenSheetProps) {
  const sheet = nodeId === null ? undefined : open.cells.sheets.get(nodeId);
  if (!sheet) return null;
  return (
    <Suspense>
      <SheetPanel key={sheet.nodeId} open={open} exports={exports} sheet={sheet} onClose={onClose} />
    </Suspense>
  );
});
