import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyActions, menuActions, solePicture, type ActionTargets, type RunTarget } from '../../actions';
import { canRun, countCells, type Vector } from '../../engine';
import { CanvasStage } from '../../engine/konva';
import type { EditorSession, OpenEditor } from '../../stores/EditorSession';
import { layoutInWorker } from '../../stores/arrange/layoutInWorker';
import { TidyUp } from '../../stores/arrange/TidyUp';
import { systemClock } from '../../stores/browserPorts';
import { announce } from '../../ui/live/announce';
import { paintTheme } from '../../theme/paintTheme';
import { useColourMode } from '../../theme/useColourMode';
import { classNames } from '../../ui/classNames';
import { Library, LibraryButton } from '../library/Library';
import { pictureAddresses } from '../pictureAddresses';
import { useStores, useResource } from '../StoresContext';
import { useSettings } from '../useSettings';
import { AccessibleLayer } from './accessible/AccessibleLayer';
import { PictureViewer } from './pictures/PictureViewer';
import { usePictureDownload } from './pictures/usePictureDownload';
import { useCardActions } from './runs/useCardActions';
import { useFileChooser } from './pictures/useFileChooser';
import { useNodeWork } from './runs/useNodeWork';
import { useRuns } from './runs/showRuns';
import { TidyBadge, ExportBadge, OfflineBadge, ReadingBadge } from './view/Badges';
import { useClipboard } from './clipboard/useClipboard';
import { useAddZone } from './commandBar/useAddZone';
import { useDialogs } from './commandBar/useDialogs';
import styles from './EditorScreen.module.css';
import { FindPanel } from './find/FindPanel';
import { AddMenuPopover } from './addMenu/AddMenuPopover';
import { EmptyCanvas } from './examples/EmptyCanvas';
import { EdgeRefusal } from './refusal/EdgeRefusal';
import { ContextMenu } from './menu/ContextMenu';
import { useContextMenu } from './menu/useContextMenu';
import { Outline, OutlineButton, ViewSwitch } from './outline/Outline';
import { useListed } from './outline/useListed';
import { Rail } from './palette/Rail';
import { SidePanel } from './palette/SidePanel';
import { useDropZone } from './palette/useDropZone';
import { RunAsk } from './runs/RunAsk';
import { SettingsOfNode } from './settings/SettingsOfNode';
import { promptWords } from '../../stores/generation/promptWords';
import { showModels } from '../../stores/generation/ModelsStore';
import { ReferenceNumbers } from './selection/ReferenceNumbers';
import { SelectionBar } from './selection/SelectionBar';
import { OpenSheet, useSheetExports } from './sheet/OpenSheet';
import { sheetOf } from './sheet/sheetOf';
import { useListsInSight } from './sheet/useListsInSight';
import { DropLight } from './stage/DropLight';
import { HandleTip } from './stage/HandleTip';
import { usePaintWords } from './stage/usePaintWords';
import { usePictures } from './stage/StandInPictures';
import { useStageDrops } from './stage/useStageDrops';
import { useThumbnailCapture } from './stage/useThumbnailCapture';
import { TakesOfNode } from './takes/TakesOfNode';
import { useChoosing } from './takes/useChoosing';
import { useUnfolded } from './view/useUnfolded';
import { TextOverlay } from './text/TextOverlay';
import { useActionKeys } from './tool/useActionKeys';
import { Toolbar } from './toolbar/Toolbar';
import { useFolded } from './toolbar/useFolded';
import { useFreeStage } from './view/freeStage';
import { useFocusNode } from './view/useFocusNode';
import { SMALL, useMediaQuery, useReducedMotion } from './view/useMediaQuery';
import { useAskedNode } from './view/useAskedNode';
import { useEditorAnnouncements } from './view/useEditorAnnouncements';
import { ViewCorner } from './view/ViewCorner';
import { useWriting } from './writing/SuggestedWords';

/** Targets of the pane's menu: what is pasted or added goes where the menu was opened. */
const placedAt = (targets: ActionTargets, at: Vector): ActionTargets => ({
  ...targets,
  at,
  dialogs: { ...targets.dialogs, openAdding: () => targets.dialogs.openAdding(at) },
  clipboard: { ...targets.clipboard, paste: (joins) => targets.clipboard.paste(joins, at) },
});

interface WorkspaceProps {
  readonly session: EditorSession;
  readonly open: OpenEditor;
}

/** An open project: the canvas, and everything that lies over it. */
export const Workspace = observer(function Workspace({ session, open }: WorkspaceProps) {
  const { editor, flow, cells, generation, uploads, conversion, takes, runs } = open;
  const { t } = useTranslation();
  const { account, api, member, panel, project, capabilities, models, save } = useStores();
  const settings = useSettings();
  useResource(capabilities);
  const mode = useColourMode();
  const theme = useMemo(() => paintTheme(mode), [mode]);
  const words = usePaintWords();
  const isStill = useReducedMotion();
  const area = useRef<HTMLDivElement>(null);
  const [enlargedId, setEnlargedId] = useState<string | null>(null);

  const { pictures, known } = usePictures(editor, pictureAddresses(api.files), cells);
  const chooseFiles = useCallback(
    (nodeId: string, files: readonly File[]) => void uploads.chooseFiles(nodeId, files),
    [uploads],
  );
  const chooser = useFileChooser(chooseFiles);
  const [focusNode, goToRef] = useFocusNode(area);
  const clipboard = useClipboard(open, area, focusNode);
  const zone = useDropZone(editor, area, focusNode, models);
  const stopEnlarging = useCallback(() => setEnlargedId(null), []);
  const addZone = useAddZone(zone, { editor, isCovered: enlargedId !== null, showCanvas: stopEnlarging });
  const drops = useStageDrops(editor, area, uploads, open.clipboard);

  useEffect(() => {
    editor.isStill = isStill;
  }, [editor, isStill]);
  useRuns({ editor, generation, runs, conversion, uploads, isStill });
  const runTarget = useMemo((): RunTarget => ({ flow, runs }), [flow, runs]);
  useEffect(() => showModels(editor, models), [editor, models]);
  useEditorAnnouncements(editor);
  const [tidyUp] = useState(() => new TidyUp({ editor, layOut: layoutInWorker, clock: systemClock, announce }));
  useEffect(() => () => tidyUp.stop(), [tidyUp]);
  const openSheet = useCallback((nodeId: string) => setEnlargedId(sheetOf(editor, nodeId)), [editor]);
  const cellsOf = useCallback(
    (nodeId: string): number => {
      const axes = cells.axesOf(nodeId);
      return axes.length === 0 ? 0 : countCells(axes);
    },
    [cells],
  );
  const exports = useSheetExports(takes);
  const unfolded = useUnfolded(editor);
  useCardActions({
    editor,
    generation,
    runs,
    cells,
    conversion,
    chooseFile: chooser.choose,
    enlarge: setEnlargedId,
    openSheet,
    unfold: unfolded.show,
  });

  useThumbnailCapture(session, editor, { ...pictureAddresses(api.files), known }, words);
  const { workOf, reasonOf, stop } = useNodeWork(open, models);
  const goTo = useCallback(
    (nodeId: string) => {
      runs.planning.giveUp();
      setEnlargedId(null);
      const node = editor.document.node(nodeId);
      // A node that a folded frame hides is found at the frame's card.
      const shownId = node ? editor.scene.folds.shownFor(node).id : nodeId;
      editor.select({ nodes: new Set([shownId]) });
      editor.flyTo([shownId]);
      // An open sheet hides the canvas until it has closed.
      window.setTimeout(() => focusNode(shownId));
    },
    [editor, focusNode, runs],
  );
  useAskedNode(editor, goTo);
  useFreeStage(editor);
  const { isListed, toggle: toggleOutline, close: closeOutline } = useListed(flow, focusNode);
  const isSheetOpen = enlargedId !== null && cells.sheets.has(enlargedId);
  const openLists = { panel, library: open.library, isListed, toggleOutline };
  const lists = useListsInSight(openLists, isSheetOpen, stopEnlarging);
  const isSmall = useMediaQuery(SMALL);
  const [isMapChosen, setIsMapChosen] = useState<boolean | null>(null);
  const isMapShown = isMapChosen ?? !isSmall;
  const toggleMinimap = useCallback(() => setIsMapChosen(!isMapShown), [isMapShown]);
  const [isFolded, toggleToolbar] = useFolded();
  const { menu, close: closeMenu, openArrange } = useContextMenu(editor, area);
  const choosing = useChoosing({ pid: session.pid, flow, takes }, goTo);
  const writing = useWriting(open, typeof capabilities.data?.write === 'string', focusNode);
  const [marks] = useState(() => new Set<string>());
  const {
    dialogs,
    show: showDialog,
    finding,
    stopFinding,
  } = useDialogs({
    editor,
    openArrange,
    toggleOutline: lists.toggleOutline,
    toggleMinimap,
    toggleToolbar,
    versions: open.versions,
  });
  const endFinding = useCallback(
    (nodeId: string | null) => {
      stopFinding();
      focusNode(nodeId);
    },
    [stopFinding, focusNode],
  );
  const downloadPicture = usePictureDownload();
  const targets = useMemo(
    (): ActionTargets => ({
      editor,
      clipboard,
      dialogs,
      account: {
        get isSignedIn() {
          return Boolean(member.known);
        },
        ask: account.ask,
      },
      settings,
      runs: runTarget,
      running: runs,
      stop,
      exports,
      panel: lists.panel,
      library: lists.library,
      project,
      tidyUp,
      takes: choosing.target,
      picture: {
        get picture() {
          return solePicture(editor);
        },
        tellOrigin: choosing.tellOrigin,
        download: (url) => {
          const [nodeId = ''] = editor.selection.nodes;
          void downloadPicture(url, promptWords(editor.document, nodeId));
        },
      },
      nodeOf: (nodeId) => {
        const node = editor.document.node(nodeId);
        if (!node) return null;
        return {
          node,
          work: workOf(nodeId),
          takes: editor.takes.get(nodeId)?.count ?? 0,
          cells: cellsOf(nodeId),
          kinds: editor.document.kinds,
          canRun: canRun(editor.document, node),
          act: (id, part) => editor.act(id, part),
          stop,
          remove: (id) => {
            editor.select({ nodes: new Set([id]) });
            editor.removeSelected();
          },
        };
      },
      sheetOf: (nodeId) => {
        const sheet = cells.sheets.get(nodeId);
        return sheet ? { sheet, runs, exports } : null;
      },
      writing: writing.target,
    }),
    [
      editor,
      cells,
      clipboard,
      dialogs,
      exports,
      lists.panel,
      lists.library,
      project,
      runs,
      runTarget,
      tidyUp,
      choosing.target,
      choosing.tellOrigin,
      downloadPicture,
      account,
      member,
      settings,
      writing.target,
      workOf,
      cellsOf,
      stop,
    ],
  );
  useActionKeys(useMemo(() => keyActions(targets), [targets]));
  const closeSheet = useCallback(
    (branchId = '') => {
      setEnlargedId(null);
      // The canvas is hidden until then.
      const nextId = editor.document.node(branchId)?.id ?? enlargedId;
      window.setTimeout(() => focusNode(nextId));
    },
    [editor, enlargedId, focusNode],
  );
  return (
    <>
      <Rail panel={lists.panel}>
        <LibraryButton library={lists.library} />
        <OutlineButton isOpen={lists.isListed} dialogs={dialogs} />
      </Rail>
      <SidePanel panel={panel} save={save} zone={zone} />
      <div
        ref={area}
        className={classNames(styles.area, isListed && styles.listed)}
        data-stage-area
        {...drops.handlers}
      >
        <CanvasStage
          editor={editor}
          theme={theme}
          words={words}
          pictures={pictures}
          marks={marks}
          cells={cells}
          label={t('canvas.label')}
          description={t('canvas.keys')}
          className={styles.canvas ?? ''}
        >
          <DropLight flow={flow} place={drops.place} />
          <AccessibleLayer
            flow={flow}
            workOf={workOf}
            cellsOf={cellsOf}
            reasonOf={reasonOf}
            onStop={stop}
            goToRef={goToRef}
          />
          <TextOverlay flow={flow} onClosed={focusNode} />
          <AddMenuPopover flow={flow} models={models} onClosed={focusNode} />
          <EdgeRefusal flow={flow} />
          <ReferenceNumbers flow={flow} />
          <SelectionBar target={runTarget} onClosed={focusNode} onStop={stop} onArrange={openArrange} />
        </CanvasStage>
        <EmptyCanvas flow={flow} onAdded={() => focusNode(null)} />
        <ReadingBadge uploads={uploads} />
        <TidyBadge tidyUp={tidyUp} onLeft={() => focusNode(null)} />
        <div className={styles.foot} data-free-stage>
          {capabilities.data?.image === 'offline' && <OfflineBadge />}
          <Toolbar runs={runTarget} clipboard={clipboard} dialogs={dialogs} tidyUp={tidyUp} isFolded={isFolded} />
          <ViewCorner flow={flow} theme={theme} dialogs={dialogs} isMapShown={isMapShown} />
        </div>
        <Library library={open.library} flow={flow} pid={session.pid} zone={zone} onGoTo={goTo} />
        <ViewSwitch isOpen={lists.isListed} dialogs={dialogs} />
        {finding > 0 && <FindPanel flow={flow} marks={marks} asked={finding} onClose={endFinding} />}
        <OpenSheet open={open} exports={exports} nodeId={enlargedId} onClose={closeSheet} zone={zone} />
        <ExportBadge exports={exports} onLeft={() => focusNode(null)} />
        {choosing.shown}
        {writing.shown}
        <RunAsk flow={flow} cells={cells} planning={runs.planning} onGoTo={goTo} />
        <TakesOfNode flow={flow} takes={takes} unfolded={unfolded} onClosed={focusNode} />
        <SettingsOfNode flow={flow} models={models} unfolded={unfolded} onClosed={focusNode} />
        <HandleTip flow={flow} area={area} />
        {menu && (
          <ContextMenu
            groups={menuActions(
              menu.of === 'pane' ? placedAt(targets, editor.view.toWorld(menu.at)) : targets,
              menu.of,
            )}
            at={menu.at}
            onClose={(takesFocus) => {
              closeMenu();
              if (takesFocus) focusNode(null);
            }}
          />
        )}
      </div>
      <Outline
        isOpen={isListed}
        flow={flow}
        nodeOf={targets.nodeOf}
        reasonOf={reasonOf}
        onClose={closeOutline}
        onLeave={focusNode}
      />
      {showDialog(targets, addZone, goTo)}
      {chooser.input}
      {enlargedId !== null && !isSheetOpen && (
        <PictureViewer
          flow={flow}
          pid={session.pid}
          nodeId={enlargedId}
          onShow={setEnlargedId}
          onAskOrigin={choosing.tellOrigin}
          onClose={stopEnlarging}
        />
      )}
    </>
  );
});
