import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeWork } from '../../actions';
import { CanvasStage, Thumbnailer } from '../../engine/konva';
import type { EditorSession, OpenEditor } from '../../stores/EditorSession';
import { paintTheme } from '../../theme/paintTheme';
import { useColourMode } from '../../theme/useColourMode';
import { failureSentence } from '../../ui/failureSentence';
import { useStores } from '../StoresContext';
import { useResource } from '../useResource';
import { AccessibleLayer } from './accessible/AccessibleLayer';
import type { GoTo } from './accessible/useGoTo';
import { PictureViewer } from './actions/PictureViewer';
import { useCardActions } from './actions/useCardActions';
import { useFileChooser } from './actions/useFileChooser';
import { useRuns } from './actions/useRuns';
import { useClipboard } from './clipboard/useClipboard';
import styles from './EditorScreen.module.css';
import { AddMenuPopover } from './addMenu/AddMenuPopover';
import { PipeRefusal } from './refusal/PipeRefusal';
import { Rail } from './palette/Rail';
import { SidePanel } from './palette/SidePanel';
import { useDropZone } from './palette/useDropZone';
import { SelectionBar } from './selection/SelectionBar';
import { DropLight } from './stage/DropLight';
import { HandleTip } from './stage/HandleTip';
import { usePaintWords } from './stage/usePaintWords';
import { usePastedPictures } from './stage/usePastedPictures';
import { usePictures } from './stage/usePictures';
import { useReducedMotion } from './stage/useReducedMotion';
import { useStageDrops } from './stage/useStageDrops';
import { TakesOfNode } from './takes/TakesOfNode';
import { useUnfoldedTakes } from './takes/useUnfoldedTakes';
import { TextOverlay } from './text/TextOverlay';
import { Toolbar } from './toolbar/Toolbar';
import { EmptyHint } from './view/EmptyHint';
import { OfflineBadge } from './view/OfflineBadge';
import { ReadingBadge } from './view/ReadingBadge';
import { useEditorAnnouncements } from './view/useEditorAnnouncements';
import { ViewCorner } from './view/ViewCorner';

const THUMBNAIL_THEME = paintTheme('light');

interface WorkspaceProps {
  readonly session: EditorSession;
  readonly open: OpenEditor;
}

/** An open project: the canvas, and everything that lies over it. */
export const Workspace = observer(function Workspace({ session, open }: WorkspaceProps) {
  const { editor, generation, uploads, conversion, takes } = open;
  const { t } = useTranslation();
  const { api, panel, capabilities, save } = useStores();
  useResource(capabilities);
  const mode = useColourMode();
  const theme = useMemo(() => paintTheme(mode), [mode]);
  const words = usePaintWords();
  const isStill = useReducedMotion();
  const area = useRef<HTMLDivElement>(null);
  const wayTo = useRef<GoTo>(null);
  const [enlargedId, setEnlargedId] = useState<string | null>(null);

  const { pictures, known } = usePictures(editor, api.files.resolveUrl);
  const chooseFiles = useCallback(
    (nodeId: string, files: readonly File[]) => void uploads.chooseFiles(nodeId, files),
    [uploads],
  );
  const chooser = useFileChooser(chooseFiles);
  const clipboard = useClipboard(editor, open.clipboard, area);
  usePastedPictures(editor, uploads);
  const focusNode = useCallback((nodeId: string | null, besideId?: string) => {
    area.current?.querySelector<HTMLElement>('[data-testid="stage"]')?.focus({ preventScroll: true });
    // One that was only just added has no element yet.
    if (nodeId !== null) wayTo.current?.(nodeId, undefined, besideId);
  }, []);
  const zone = useDropZone(editor, area, focusNode);
  const drops = useStageDrops(editor, area, uploads);

  useEffect(() => {
    editor.isStill = isStill;
  }, [editor, isStill]);
  useRuns({ editor, generation, conversion, uploads, isStill });
  useEditorAnnouncements(editor);
  const unfolded = useUnfoldedTakes(editor);
  useCardActions({
    editor,
    generation,
    conversion,
    chooseFile: chooser.choose,
    enlarge: setEnlargedId,
    showTakes: unfolded.show,
  });

  const [thumbnailer] = useState(() => new Thumbnailer(editor, { resolveUrl: api.files.resolveUrl, known }));
  useEffect(() => () => thumbnailer.dispose(), [thumbnailer]);
  useEffect(() => {
    session.setThumbnailCapture(() => {
      const size = { width: window.innerWidth, height: window.innerHeight };
      return thumbnailer.capture({ theme: THUMBNAIL_THEME, words, size });
    });
    return () => session.setThumbnailCapture(null);
  }, [session, thumbnailer, words]);

  const workOf = useMemo(
    () =>
      (nodeId: string): NodeWork => {
        if (conversion.isBusy(nodeId)) return 'converting';
        if (uploads.progress.has(nodeId)) return 'uploading';
        return generation.runs.get(nodeId)?.state ?? 'none';
      },
    [conversion, uploads, generation],
  );
  const reasonOf = useCallback(
    (nodeId: string): string | null => {
      const run = generation.runs.get(nodeId);
      if (run?.state === 'failed') return failureSentence(run.words, t);
      if (uploads.full.has(nodeId)) return t('node.notTakenYet');
      return uploads.refused.has(nodeId) ? t('node.notTaken') : null;
    },
    [generation, uploads, t],
  );

  const stop = useCallback((nodeId: string) => generation.abort(nodeId), [generation]);
  const stopEnlarging = useCallback(() => setEnlargedId(null), []);
  return (
    <>
      <Rail panel={panel} />
      <SidePanel panel={panel} save={save} zone={zone} />
      <div ref={area} className={styles.area} {...drops.handlers}>
        <CanvasStage
          editor={editor}
          theme={theme}
          words={words}
          pictures={pictures}
          label={t('canvas.label')}
          description={t('canvas.keys')}
          className={styles.canvas ?? ''}
        >
          <DropLight editor={editor} place={drops.place} />
          <AccessibleLayer editor={editor} workOf={workOf} reasonOf={reasonOf} onStop={stop} wayRef={wayTo} />
          <TextOverlay editor={editor} onClosed={focusNode} />
          <AddMenuPopover editor={editor} onClosed={focusNode} />
          <PipeRefusal editor={editor} />
          <SelectionBar editor={editor} onClosed={focusNode} onStop={stop} />
          <HandleTip editor={editor} area={area} />
        </CanvasStage>
        <EmptyHint editor={editor} />
        {capabilities.data?.image === 'offline' && <OfflineBadge />}
        <ReadingBadge uploads={uploads} />
        <Toolbar editor={editor} clipboard={clipboard} />
        <ViewCorner editor={editor} theme={theme} />
        <TakesOfNode editor={editor} takes={takes} unfolded={unfolded} onClosed={focusNode} />
      </div>
      {chooser.input}
      {enlargedId !== null && (
        <PictureViewer
          editor={editor}
          pid={session.pid}
          nodeId={enlargedId}
          onShow={setEnlargedId}
          onClose={stopEnlarging}
        />
      )}
    </>
  );
});
