import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import {
  bindAction,
  CANVAS_ACTIONS,
  CLEAR_FILTERS,
  DIALOG_ACTIONS,
  ONE_TAKE_ACTIONS,
  RATE_ACTIONS,
  TAKE_LIST_ACTIONS,
  walk,
  type TakeTarget,
} from '../../actions';
import type { Take } from '../../api/contractTakes';
import type { FlowStore } from '../../stores/flow/FlowStore';
import { ALL_PICTURES, type LibraryStore } from '../../stores/takes/LibraryStore';
import { ActionButton } from '../../ui/ActionButton';
import { ActionTool } from '../../ui/ActionTool';
import { classNames } from '../../ui/classNames';
import { CloseButton } from '../../ui/CloseButton';
import { closeByKey } from '../../ui/closeByKey';
import { useNow } from '../useNow';
import { itemsWithin, renderedIndexes, scrolledTo, useScrolled } from '../scrolledItems';
import { DragGhost } from '../editor/palette/DragGhost';
import { followDrag, type DragView, type DragZone } from '../editor/palette/followDrag';
import { hrefOfNode } from '../editor/view/useAskedNode';
import { isMeantElsewhere } from '../editor/clipboard/useClipboard';
import { RemovedTakes } from '../editor/takes/RemovedTakes';
import { Stars } from '../editor/takes/Stars';
import { TakeResult } from '../editor/takes/TakePicture';
import { TakeRecipe } from '../editor/takes/TakeRecipe';
import { useTakeEdits } from '../editor/takes/useTakeEdits';
import { useTakeTarget } from '../editor/takes/useTakeTarget';
import { actionOfKey } from '../editor/tool/actionOfKey';
import { pressAction } from '../../ui/pressAction';
import JudgeTakes from '../editor/takes/JudgeTakes';
import { LibraryFilters } from './LibraryFilters';
import styles from './LibraryPanel.module.css';
import { LIBRARY_ID } from './Library';
import { LibraryPicture } from './LibraryPicture';
import { putAs } from './putTake';

const CELL_MIN = 96;
const GAP = 8;
/** Rows laid out beyond the window, before they are scrolled to. */
const BEYOND = 2;
/** The next page is requested when this many rows are left below. */
const AHEAD = 6;

type SeenRows = readonly [columns: number, rowHeight: number, from: number, to: number];

const FIRST_ROWS: SeenRows = [2, CELL_MIN + GAP, 0, 2 * BEYOND];

/** The rows in sight of square cells, as many in a row as have room. */
function readRows({ clientWidth, clientHeight, scrollTop }: HTMLElement): SeenRows {
  const columns = Math.max(1, Math.floor((clientWidth + GAP) / (CELL_MIN + GAP)));
  const rowHeight = (clientWidth - GAP * (columns - 1)) / columns + GAP;
  return [columns, rowHeight, ...itemsWithin(scrollTop, clientHeight, rowHeight, BEYOND)];
}

interface LibraryPanelProps {
  readonly library: LibraryStore;
  readonly flow: FlowStore;
  readonly pid: number;
  /** The canvas, as pictures are dragged onto it. */
  readonly zone: DragZone<Take>;
  readonly zoom: () => number;
  /** Takes the view and the focus to a node of this canvas. */
  readonly onGoTo: (nodeId: string) => void;
}

/** All pictures of the project or of the member: found, judged, and put onto the canvas. */
const LibraryPanel = observer(function LibraryPanel(props: LibraryPanelProps) {
  const { library, flow, pid, zone, zoom, onGoTo } = props;
  const { t } = useTranslation();
  const { takes, status, hasMore, filter } = library;
  const isNarrowed =
    filter.q !== '' || filter.ratingMin !== null || filter.model !== null || filter.since !== ALL_PICTURES.since;
  const handlersOf = useTakeTarget(flow);
  const grid = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<number | null>(null);
  const ghost = useRef<DragView<Take>>(null);
  const [isDragging, setIsDragging] = useState(false);
  const [, navigate] = useLocation();
  const [isJudging, setIsJudging] = useState(false);
  const now = useNow();
  const [columns, rowHeight, from, to] = useScrolled(grid, FIRST_ROWS, readRows);
  const activeIndex = takes.findIndex(({ id }) => id === activeId);
  const active = takes[activeIndex] ?? null;
  const rows = Math.ceil(takes.length / columns);
  const isNearEnd = to + AHEAD >= rows;

  const focusGrid = (): void => grid.current?.focus({ preventScroll: true });
  // Their buttons go with the press, and the focus would go to the canvas.
  const readAgain = (): void => {
    focusGrid();
    void library.again();
  };
  const readOlder = (): void => void (status === 'failed' ? library.again() : library.more());
  const choose: typeof library.choose = (filter) => {
    focusGrid();
    library.choose(filter);
  };
  // The keys of a library that was just opened are its own, from the first: the opener has the focus until then.
  useLayoutEffect(focusGrid, []);
  // A list that another filter finds begins at the top, wherever the list before was left.
  useLayoutEffect(() => {
    if (grid.current) grid.current.scrollTop = 0;
  }, [filter]);
  useEffect(() => {
    if (hasMore && isNearEnd) void library.more();
  }, [library, hasMore, isNearEnd, status, takes.length]);

  const close = (): void => {
    library.toggle();
    document.querySelector<HTMLElement>('[data-rail="library"]')?.focus();
  };
  const edits = useTakeEdits(flow.editor, library, (take) => {
    const isIt = ({ id }: Take): boolean => id === take.id;
    // The filter may leave out one that is there.
    return library.takes.find(isIt) ?? (library.removed.some(isIt) ? undefined : take);
  });
  const stepTo = (index: number): void => {
    const take = takes[index];
    if (!take || !grid.current) return;
    setActiveId(take.id);
    const top = Math.floor(index / columns) * rowHeight;
    grid.current.scrollTop = scrolledTo(grid.current.scrollTop, grid.current.clientHeight, top, rowHeight);
  };
  const targetOf = (take: Take): TakeTarget<'branch' | 'put' | 'goTo' | 'download' | 'remove'> => {
    const { projectId, nodeId } = take;
    const isHere = projectId === pid;
    return {
      ...handlersOf(take),
      isNodeGone: isHere && flow.node(nodeId) === undefined,
      goTo: () => (isHere ? onGoTo(nodeId) : navigate(hrefOfNode(projectId, nodeId))),
      remove: () => {
        const index = takes.indexOf(take);
        // The keys go on beside it.
        setActiveId((takes[index + 1] ?? takes[index - 1])?.id ?? null);
        edits.remove(take);
        // The pressed button goes with the take, and the focus stays here.
        focusGrid();
      },
    };
  };
  const judge = { count: takes.length, judge: () => setIsJudging(true) };
  /** The keys of all that is in it. Its own Escape closes the dialog over it. */
  const onPanelKey = (event: KeyboardEvent): void => {
    if (isJudging || closeByKey(event, close)) return;
    if (actionOfKey([CANVAS_ACTIONS.undo], event) && !isMeantElsewhere(event.target) && edits.undo()) {
      event.preventDefault();
      // The canvas hears an undo from everywhere, and would undo a step of its own.
      event.stopPropagation();
    }
  };
  const isEmpty = takes.length === 0 && status !== 'reading';
  const unread = status === 'failed' && (
    <p className={styles.none} role="status">
      {t('library.failed')}
      <ActionButton action={DIALOG_ACTIONS.tryAgain} target={readAgain} />
    </p>
  );
  const onKey = (event: KeyboardEvent): void => {
    const list = { at: activeIndex, count: takes.length, across: 1, down: columns, go: stepTo };
    const { put, branch, remove } = ONE_TAKE_ACTIONS;
    const rated = actionOfKey(RATE_ACTIONS, event);
    const action = actionOfKey([put, branch, remove], event);
    // A held key acts once: a branch or a picture for each repeat would fill the canvas.
    if ((rated || action) && event.repeat) event.preventDefault();
    else if (active && rated) edits.rate(active, rated.rating);
    else if (active && action) pressAction(action, targetOf(active));
    else if (!walk(event, list)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of what is in it
    <aside
      id={LIBRARY_ID}
      className={classNames(styles.panel, isDragging && styles.dragging)}
      aria-label={t('library.title')}
      data-testid="library"
      onKeyDown={onPanelKey}
    >
      <header className={styles.header}>
        <h2 className={styles.title}>{t('library.title')}</h2>
        <span>
          <ActionTool action={bindAction(TAKE_LIST_ACTIONS.judge, judge)} icon="judge" aria-haspopup="dialog" />
          <CloseButton onClose={close} />
        </span>
      </header>
      <LibraryFilters library={library} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a list without an entry is the place of the words that say so */}
      <div
        ref={grid}
        role={isEmpty ? 'group' : 'listbox'}
        tabIndex={isEmpty ? -1 : 0}
        aria-label={t('library.pictures')}
        aria-busy={status === 'reading' || undefined}
        aria-activedescendant={active ? `library-${active.id}` : undefined}
        className={styles.grid}
        data-first=""
        onKeyDown={onKey}
      >
        <div style={{ height: rows * rowHeight }} role="presentation" className={styles.all}>
          {renderedIndexes(from * columns, to * columns, takes.length, activeIndex).map((index) => {
            const take = takes[index];
            if (!take) return null;
            return (
              <LibraryPicture
                key={take.id}
                take={take}
                isActive={take === active}
                now={now}
                nth={{ position: index + 1, count: hasMore ? null : takes.length }}
                place={{
                  left: `calc((100% + ${GAP}px) / ${columns} * ${index % columns})`,
                  top: Math.floor(index / columns) * rowHeight,
                  size: rowHeight - GAP,
                }}
                onChoose={() => setActiveId(take.id)}
                onPress={(press, picture) => ghost.current && followDrag(press, picture, take, zone, ghost.current)}
              />
            );
          })}
        </div>
        {isEmpty && unread}
        {isEmpty && !unread && (
          <p className={styles.none} role="status">
            {t(isNarrowed ? 'library.noneFound' : 'library.none')}
            {isNarrowed && <ActionButton action={CLEAR_FILTERS} target={{ filter, choose }} />}
          </p>
        )}
      </div>
      {!isEmpty && unread}
      <RemovedTakes takes={library} onPress={focusGrid} />
      {active && (
        <div className={styles.active}>
          <div className={styles.tools}>
            <Stars rating={active.rating} onRate={(rating) => edits.rate(active, rating)} />
            <span>
              {toolsFor(active, pid).map(([icon, action]) => (
                <ActionTool key={icon} action={bindAction(action, targetOf(active))} icon={icon} />
              ))}
            </span>
          </div>
          <TakeRecipe take={active} now={now} />
        </div>
      )}
      <DragGhost
        ref={ghost}
        sizeOf={(take: Take) => flow.editor.document.kinds.newSizeOf(putAs(take))}
        zoom={zoom}
        onDragging={setIsDragging}
      >
        {(take) => (
          <span className={styles.dragged}>
            <TakeResult take={take} size={256} alt="" isDecoded />
          </span>
        )}
      </DragGhost>
      {isJudging && (
        <JudgeTakes
          takes={takes}
          older={hasMore ? { isFailed: status === 'failed', read: readOlder } : undefined}
          current={({ id }) => library.takes.find((each) => each.id === id)}
          onRate={(take, rating) => void library.rate(take, rating)}
          onClose={() => setIsJudging(false)}
        />
      )}
    </aside>
  );
});

export default LibraryPanel;

/** The tools for a take of the library of this project. */
function toolsFor({ text, projectId }: Take, pid: number) {
  const { put, putText, goTo, goToElsewhere, branch, download, downloadText, remove } = ONE_TAKE_ACTIONS;
  const isText = text !== undefined;
  return [
    ['plus', isText ? putText : put],
    ['external', projectId === pid ? goTo : goToElsewhere],
    ['branch', branch],
    ['download', isText ? downloadText : download],
    ['trash', remove],
  ] as const;
}
