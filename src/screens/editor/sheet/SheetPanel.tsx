import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useLayoutEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  bindAction,
  CANVAS_ACTIONS,
  CLIPBOARD_ACTIONS,
  COMPARED_MAX,
  CELL_ACTIONS,
  GO_TO_BOOKMARK_ACTIONS,
  KEEP_BOOKMARK_ACTIONS,
  ONE_TAKE_ACTIONS,
  RATE_ACTIONS,
  SHEET_ACTIONS,
  TAKE_LIST_ACTIONS,
  TIDY_ACTION,
  walk,
  type Action,
  type CellTarget,
  type SheetTarget,
  type TakeTarget,
} from '../../../actions';
import type { Take } from '../../../api/contractTakes';
import { valueWords, type Axis, type Vector } from '../../../engine';
import type { SheetExports } from '../../../stores/cells/SheetExports';
import type { SheetCell, SheetStore } from '../../../stores/cells/SheetStore';
import type { OpenEditor } from '../../../stores/EditorSession';
import { reasonKey } from '../../../stores/runs/runReason';
import { ActionButton } from '../../../ui/ActionButton';
import { ActionTool } from '../../../ui/ActionTool';
import { CloseButton } from '../../../ui/CloseButton';
import { classNames } from '../../../ui/classNames';
import { closeByKey } from '../../../ui/closeByKey';
import { IconButton } from '../../../ui/IconButton';
import { LazyPart } from '../../../ui/LazyPart';
import { branchAs } from '../../library/putTake';
import { partMissing } from '../../partMissing';
import { ContextMenu } from '../menu/ContextMenu';
import { DragGhost } from '../palette/DragGhost';
import { followDrag, type DragPress, type DragView, type DragZone } from '../palette/followDrag';
import { RemovedTakes } from '../takes/RemovedTakes';
import { TakePicture } from '../takes/TakePicture';
import { compareLabel } from '../takes/takeWords';
import { TakeTools } from '../takes/TakeTools';
import { useMarked } from '../takes/useMarked';
import { useTakeEdits } from '../takes/useTakeEdits';
import { useTakeTarget } from '../takes/useTakeTarget';
import { axisName } from './sheetOf';
import { actionOfKey } from '../tool/actionOfKey';
import { pressAction } from '../../../ui/pressAction';
import { SheetGrid } from './SheetGrid';
import styles from './SheetPanel.module.css';

const loadCompare = () => import('../takes/compare/CompareTakes');

const { undo, selectAll, zoomIn, zoomOut, zoomReset, fit, fitSelection } = CANVAS_ACTIONS;
/** Actions of the canvas whose effect nobody would see under the sheet. */
const UNSEEN_ACTIONS: readonly Pick<Action<never>, 'chords'>[] = [
  selectAll,
  CLIPBOARD_ACTIONS.duplicate,
  TIDY_ACTION,
  zoomIn,
  zoomOut,
  zoomReset,
  fit,
  fitSelection,
  ...GO_TO_BOOKMARK_ACTIONS,
  ...KEEP_BOOKMARK_ACTIONS,
];

const SIZES = { min: 64, max: 240, first: 132 } as const;

interface SheetPanelProps {
  readonly open: Pick<OpenEditor, 'flow' | 'takes' | 'runs'>;
  readonly exports: SheetExports;
  readonly sheet: SheetStore;
  readonly onClose: (branchId?: string) => void;
  /** The canvas that it covers, as pictures are dragged onto it. */
  readonly zone: DragZone<Take>;
  readonly zoom: () => number;
}

/** Distance from its cell at which a pressed picture is dragged out; CSS pixels. */
const SLIP = 24;

/** The pictures of an image node as a table over the canvas: walked, judged, chosen, compared and run in place. */
const SheetPanel = observer(function SheetPanel(props: SheetPanelProps) {
  const { open, exports, sheet, onClose, zone, zoom } = props;
  const { flow, takes, runs } = open;
  const { t } = useTranslation();
  const [titleId, keysId] = [useId(), useId()];
  const [size, setSize] = useState<number>(SIZES.first);
  const [marked, mark] = useMarked();
  const [isComparing, setIsComparing] = useState(false);
  const [menuAt, setMenuAt] = useState<Vector | null>(null);
  const [makesWay, setMakesWay] = useState(false);
  const comeBack = useCallback(() => setMakesWay(false), []);
  const ghost = useRef<DragView<Take>>(null);
  const panel = useRef<HTMLElement>(null);
  const exporter = useRef<HTMLSpanElement>(null);
  const { layout, active } = sheet;
  const cell = sheet.cellAt(active.row, active.column);
  const compared = takes
    .of(sheet.imageId)
    .filter(({ id }) => marked.has(id))
    .slice(0, COMPARED_MAX);
  const target: SheetTarget = { sheet, runs, exports };

  const focusGrid = (): void => panel.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  useEffect(() => void takes.loadNode(sheet.imageId), [takes, sheet]);
  // Before any key: the opener has the focus until then.
  useLayoutEffect(focusGrid, []);

  const current = ({ id }: Take): Take | undefined => takes.of(sheet.imageId).find((take) => take.id === id);
  const edits = useTakeEdits(flow.editor, takes, current);
  const cellTarget = (at: SheetCell): CellTarget => ({ sheet, runs, takes, cell: at });
  const handlersOf = useTakeTarget(flow);
  const branchId = useRef<string>(undefined);
  const close = (): void => onClose(branchId.current);
  const takeTarget = (at: SheetCell, take: Take): Omit<TakeTarget, 'goTo'> => ({
    ...handlersOf(take),
    branch: () => {
      handlersOf(take).branch();
      [branchId.current] = flow.editor.selection.nodes;
    },
    isChosen: at.isChosen,
    isMarked: marked.has(take.id),
    choose: () => takes.choose(take),
    mark: () => mark(take),
    useSettings: () => takes.useSettings(take),
    remove: () => {
      edits.remove(take);
      // The pressed button goes with the take, and the focus stays here.
      focusGrid();
    },
  });
  const compare = { compared: compared.length, compare: () => setIsComparing(true) };
  const again = CELL_ACTIONS[cell.take ? 'runAgain' : 'run'];

  const onCellKey = (event: KeyboardEvent, at: SheetCell): boolean => {
    const { take } = at;
    const { mark, branch, remove } = ONE_TAKE_ACTIONS;
    const rated = take && actionOfKey(RATE_ACTIONS, event);
    const action = take && actionOfKey([mark, branch, remove], event);
    const ofCell = actionOfKey([CELL_ACTIONS.choose, CELL_ACTIONS.run], event);
    const isUsed = Boolean(rated || action || ofCell);
    // A held key acts once: again, it would bill another run, or delete the next take.
    if (event.repeat) return isUsed;
    if (rated) edits.rate(take, rated.rating);
    else if (action) pressAction(action, takeTarget(at, take));
    else if (ofCell) pressAction(ofCell, cellTarget(at));
    return isUsed;
  };
  const onPress = (press: PointerEvent, element: HTMLElement, take: Take): DragPress | null => {
    const view = ghost.current;
    if (!view || take.recipe === null) return null;
    const own = element.getBoundingClientRect();
    // A press that slips out of its cell a little makes no branch.
    const isNear = (x: number, y: number): boolean =>
      x >= own.left - SLIP && x < own.right + SLIP && y >= own.top - SLIP && y < own.bottom + SLIP;
    const holds = (x: number, y: number): boolean => !isNear(x, y) && zone.holds(x, y);
    const move = (x: number, y: number, isOver: boolean): void => {
      setMakesWay(isOver);
      view.move(x, y, isOver);
    };
    return followDrag(press, element, take, { ...zone, holds }, { ...view, move }, 'everyWay');
  };
  const onPanelKey = (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest('dialog')) return;
    if (closeByKey(event, close)) return;
    const isUndone = actionOfKey([undo], event) !== undefined && edits.undo();
    if (!isUndone && !actionOfKey(UNSEEN_ACTIONS, event)) return;
    event.preventDefault();
    // The canvas hears these keys from everywhere, and would undo a step of its own.
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of what is in it
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={classNames(styles.panel, makesWay && styles.makesWay)}
      data-testid="sheet-panel"
      data-makes-way={makesWay || undefined}
      data-covers-stage
      onKeyDown={onPanelKey}
    >
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {t('sheet.name')}
        </h2>
        <AxisChoice sheet={sheet} />
        <span className={styles.side}>
          <label className={styles.size}>
            {t('sheet.size')}
            <input
              type="range"
              min={SIZES.min}
              max={SIZES.max}
              value={size}
              onChange={({ currentTarget }) => setSize(currentTarget.valueAsNumber)}
            />
          </label>
          <ActionTool
            action={bindAction(TAKE_LIST_ACTIONS.compare, compare)}
            icon="compare"
            label={compareLabel(compared.length, t)}
            aria-haspopup="dialog"
          />
          <span ref={exporter}>
            <IconButton
              icon="download"
              label={t('sheet.export')}
              aria-haspopup="menu"
              aria-expanded={menuAt !== null}
              onClick={({ currentTarget }) => setMenuAt(below(currentTarget, panel.current))}
            />
          </span>
          <span className={styles.run}>
            <ActionButton action={SHEET_ACTIONS.runFailed} target={target} look="quiet" />
            <ActionButton action={SHEET_ACTIONS.runMissing} target={target} look="primary" />
          </span>
          <CloseButton onClose={close} />
        </span>
      </header>
      {layout.tabs.map((axis, tab) => (
        <Tabs key={axis.id} sheet={sheet} axis={axis} shown={sheet.open[tab] ?? 0} />
      ))}
      <SheetGrid
        sheet={sheet}
        size={size}
        marked={marked}
        keysId={keysId}
        onChoose={(at) => void pressAction(CELL_ACTIONS.choose, cellTarget(at))}
        onPress={onPress}
        onKey={onCellKey}
      />
      <span id={keysId} hidden>
        {t('sheet.keys')}
      </span>
      <footer className={styles.footer}>
        <p className={styles.words}>
          <b>{valueWords(cell.cell)}</b>
          {cell.state === 'failed' && <span className={styles.reason}>{t(reasonKey(cell.reason))}</span>}
        </p>
        <ActionButton look="quiet" action={again} target={cellTarget(cell)} />
        <RemovedTakes takes={takes} nodeId={sheet.imageId} onPress={focusGrid} />
        {cell.take && (
          <TakeTools
            target={takeTarget(cell, cell.take)}
            onRate={(rating) => cell.take && edits.rate(cell.take, rating)}
          />
        )}
      </footer>
      {menuAt && (
        <ContextMenu
          groups={[[SHEET_ACTIONS.exportPicture, SHEET_ACTIONS.exportZip].map((action) => bindAction(action, target))]}
          at={menuAt}
          onClose={(takesFocus) => {
            setMenuAt(null);
            if (takesFocus) exporter.current?.querySelector('button')?.focus();
          }}
        />
      )}
      <DragGhost
        ref={ghost}
        sizeOf={(take: Take) => flow.editor.document.kinds.newSizeOf(branchAs(take))}
        zoom={zoom}
        onDragging={comeBack}
      >
        {(take) => <TakePicture url={take.url} size={256} alt="" isDecoded />}
      </DragGhost>
      {isComparing && (
        <LazyPart
          load={loadCompare}
          props={{
            editor: flow.editor,
            takes: compared,
            current,
            chosenId: sheet.chosen?.id,
            onChoose: (take: Take) => takes.choose(take),
            onClose: () => setIsComparing(false),
          }}
          onMissing={partMissing(() => setIsComparing(false))}
          onCancel={() => setIsComparing(false)}
        />
      )}
    </section>
  );
});

export default SheetPanel;

/** Point where a menu opens under a button; pixels from the panel's corner. */
function below(button: Element, panel: Element | null): Vector {
  const { left, bottom } = button.getBoundingClientRect();
  const corner = panel?.getBoundingClientRect();
  return { x: left - (corner?.left ?? 0), y: bottom - (corner?.top ?? 0) };
}

/** The choice of axes for the rows and the columns. Choosing the other's axis swaps the two. */
const AxisChoice = observer(function AxisChoice({ sheet }: { readonly sheet: SheetStore }) {
  const { t } = useTranslation();
  const { rows, columns, tabs } = sheet.layout;
  const axes = [columns, rows, ...tabs].filter((axis) => axis !== null);
  if (axes.length < 2) return null;
  const choice = (words: 'sheet.rows' | 'sheet.columns', value: Axis | null, onChoose: (id: string) => void) => (
    <label className={styles.axis}>
      {t(words)}
      <select value={value?.id ?? ''} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {axes.map((axis) => (
          <option key={axis.id} value={axis.id}>
            {axisName(axis, t)}
          </option>
        ))}
      </select>
    </label>
  );
  const [rowId, columnId] = [rows?.id ?? null, columns?.id ?? null];
  return (
    <span className={styles.axes}>
      {choice('sheet.columns', columns, (id) => sheet.setAxes(id === rowId ? columnId : rowId, id))}
      <ActionTool action={bindAction(SHEET_ACTIONS.swap, { sheet })} icon="swap" />
      {choice('sheet.rows', rows, (id) => sheet.setAxes(id, id === columnId ? rowId : columnId))}
    </span>
  );
});

interface TabsProps {
  readonly sheet: SheetStore;
  readonly axis: Axis;
  /** Index of the open value. */
  readonly shown: number;
}

/** The values of an axis that is in neither the rows nor the columns; one of them is open. */
const Tabs = observer(function Tabs({ sheet, axis, shown }: TabsProps) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { currentTarget } = event;
    const go = (next: number): void => {
      sheet.openTab(axis, next);
      currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
    };
    walk(event, { at: shown, count: axis.values.length, across: 1, isRound: true, go });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have the focus
    <div role="tablist" aria-label={axisName(axis, t)} className={styles.tabs} onKeyDown={onKeyDown}>
      {axis.values.map((value, index) => (
        <button
          key={valueWords(value)}
          type="button"
          role="tab"
          aria-selected={index === shown}
          tabIndex={index === shown ? 0 : -1}
          className={styles.tab}
          onClick={() => sheet.openTab(axis, index)}
        >
          {valueWords(value)}
        </button>
      ))}
    </div>
  );
});
