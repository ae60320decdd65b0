import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Take } from '../../../api/contractTakes';
import { systemClock } from '../../../stores/browserPorts';
import { SheetExports } from '../../../stores/cells/SheetExports';
import type { OpenEditor } from '../../../stores/EditorSession';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { LazyPart } from '../../../ui/LazyPart';
import { notify } from '../../../ui/toasts/notify';
import { DIALOG_MISSING } from '../../notices';
import { branchAs, putBranchAt } from '../../library/putTake';
import { partMissing } from '../../partMissing';
import { useStores } from '../../StoresContext';
import type { DragZone, DropZone } from '../palette/followDrag';

const loadSheet = () => import('./SheetPanel');

interface OpenSheetProps {
  readonly open: Pick<OpenEditor, 'flow' | 'cells' | 'takes' | 'runs'>;
  readonly exports: SheetExports;
  /** Id of the node, which may be of any kind; null for none. */
  readonly nodeId: string | null;
  /** `branchId`: a node of the branch that was made last in the open sheet, which the person has yet to see. */
  readonly onClose: (branchId?: string) => void;
  /** The canvas that it covers, as pictures are dragged onto it. */
  readonly zone: DropZone;
}

/** The open sheet, if this node is one. Its code is loaded with the first one. */
export const OpenSheet = observer(function OpenSheet({ open, exports, nodeId, onClose, zone }: OpenSheetProps) {
  const sheet = nodeId === null ? undefined : open.cells.sheets.get(nodeId);
  if (!sheet) return null;
  const { editor } = open.flow;
  const drops: DragZone<Take> = {
    holds: zone.holds,
    dragOver: zone.dragOver,
    giveUp: zone.giveUp,
    drop: (take, clientX, clientY) => {
      const size = editor.document.kinds.newSizeOf(branchAs(take));
      onClose(putBranchAt(editor, take, zone.land(size, clientX, clientY)) ?? undefined);
    },
  };
  return (
    <LazyPart
      key={sheet.nodeId}
      load={loadSheet}
      props={{ open, exports, sheet, onClose, zone: drops, zoom: zone.zoom }}
      onMissing={partMissing(onClose)}
      onCancel={() => onClose()}
    />
  );
});

const loadExport = () => import('./export/exportSheet').catch(() => null);

/** The exports of an open project. Their code is loaded with the first one. */
export function useSheetExports(takes: TakesStore): SheetExports {
  const { api } = useStores();
  const { i18n } = useTranslation();
  const [exports] = useState(
    () =>
      new SheetExports(async (...asked) => {
        const loaded = await loadExport();
        if (loaded) await loaded.exportSheet({ files: api.files, takes, i18n, clock: systemClock })(...asked);
        else notify(DIALOG_MISSING);
      }),
  );
  useEffect(() => () => exports.stop(), [exports]);
  return exports;
}
