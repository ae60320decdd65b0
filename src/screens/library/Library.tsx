import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { bindAction, LIBRARY_ACTION } from '../../actions';
import type { Take } from '../../api/contractTakes';
import type { FlowStore } from '../../stores/flow/FlowStore';
import type { LibraryStore } from '../../stores/takes/LibraryStore';
import { LazyPart } from '../../ui/LazyPart';
import { announce } from '../../ui/live/announce';
import type { DragZone, DropZone } from '../editor/palette/followDrag';
import { isNarrowWindow } from '../editor/view/useMediaQuery';
import { RailButton } from '../editor/palette/Rail';
import { partMissing } from '../partMissing';
import { putAs, putTake } from './putTake';

/** Id of the library's element, for opening it and for measuring what it covers. */
export const LIBRARY_ID = 'library';

const loadLibrary = () => import('./LibraryPanel');

/** Opens the library; at the foot of the rail. */
export const LibraryButton = observer(function LibraryButton({
  library,
}: {
  readonly library: Pick<LibraryStore, 'isOpen' | 'toggle'>;
}) {
  const { t } = useTranslation();
  return (
    <RailButton
      name="library"
      icon="library"
      words={t(LIBRARY_ACTION.words)}
      action={bindAction(LIBRARY_ACTION, library)}
      isOpen={library.isOpen}
      opens={LIBRARY_ID}
    />
  );
});

interface LibraryProps {
  readonly library: LibraryStore;
  readonly flow: FlowStore;
  readonly pid: number;
  readonly zone: DropZone;
  /** Takes the view and the focus to a node of this canvas. */
  readonly onGoTo: (nodeId: string) => void;
}

/** The library while it is open. Its code is loaded on the first opening. */
export const Library = observer(function Library({ library, flow, pid, zone, onGoTo }: LibraryProps) {
  if (!library.isOpen) return null;
  const { editor } = flow;
  // A panel that covers the canvas makes way for what is shown there.
  const makeWay = (): void => {
    if (isNarrowWindow()) library.toggle();
  };
  const drops: DragZone<Take> = {
    holds: zone.holds,
    dragOver: zone.dragOver,
    giveUp: zone.giveUp,
    drop: (take, clientX, clientY) => {
      putTake(editor, take, zone.land(editor.document.kinds.newSizeOf(putAs(take)), clientX, clientY));
      announce('live.pasted', { count: 1 });
      makeWay();
      zone.focus();
    },
  };
  return (
    <LazyPart
      load={loadLibrary}
      props={{
        library,
        flow,
        pid,
        zone: drops,
        zoom: zone.zoom,
        onGoTo: (nodeId: string) => {
          makeWay();
          onGoTo(nodeId);
        },
      }}
      onMissing={partMissing(() => library.toggle())}
      onCancel={() => library.toggle()}
    />
  );
});
