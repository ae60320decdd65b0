import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, CANVAS_ACTIONS, DIALOG_ACTIONS, OUTLINE_ACTIONS, type NodeTarget } from '../../../actions';
import type { Editor } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { OutlineStore } from '../../../stores/flow/OutlineStore';
import { ActionTool } from '../../../ui/ActionTool';
import { CloseButton } from '../../../ui/CloseButton';
import { closeByKey } from '../../../ui/closeByKey';
import { itemsWithin, renderedIndexes, useScrolled } from '../../scrolledItems';
import { useDisposable } from '../../useDisposable';
import { isNarrowWindow } from '../view/useMediaQuery';
import { OutlineField } from './OutlineField';
import { takeOutlineKey } from './outlineKeys';
import { OutlineLine } from './OutlineLine';
import styles from './OutlinePanel.module.css';
import { lineTitle } from './outlineText';
import { useActiveLine } from './useActiveLine';
import { useFollowRemovals } from './useFollowRemovals';
import { useLineConnection } from './useLineConnection';
import { useOutlineTarget } from './useOutlineTarget';
import { ROW_REM, rowHeightNow } from './rowHeight';
import { useWrittenText } from './useWrittenText';

/** Lines laid out beyond the window, before they are scrolled to. */
const BEYOND = 6;

const readLines = (element: HTMLElement): [from: number, to: number] =>
  itemsWithin(element.scrollTop, element.clientHeight, rowHeightNow(), BEYOND);

interface OutlinePanelProps {
  readonly flow: FlowStore;
  /** The target of a card's buttons; for an observer. */
  readonly nodeOf: (nodeId: string) => NodeTarget | null;
  readonly reasonOf: (nodeId: string) => string | null;
  readonly onClose: () => void;
  /** Moves the focus to a node on the canvas. */
  readonly onLeave: (nodeId: string | null) => void;
}

/** The flow as a tree of lines in the order in which it works: a second view of the same document. */
const OutlinePanel = observer(function OutlinePanel(props: OutlinePanelProps) {
  const { flow, nodeOf, reasonOf, onClose, onLeave } = props;
  const { t } = useTranslation();
  const treeId = useId();
  const tree = useRef<HTMLDivElement>(null);
  const outline = useDisposable(() => new OutlineStore(flow));
  const { rowCount, nodeCount, isReading } = outline;
  const [from, to] = useScrolled(tree, [0, 4 * BEYOND], readLines);
  const [field, write] = useWrittenText(flow, tree);
  const connection = useLineConnection(flow, tree);
  const line = useActiveLine(outline, tree, connection, write);
  useFollowRemovals(outline, tree, line, field, connection.fromId);
  useEffect(() => tree.current?.focus({ preventScroll: true }), []);
  // The canvas has no room for its field in a narrow window: the text is edited here.
  const begun = flow.editing;
  useEffect(() => {
    if (!begun || !isNarrowWindow()) return;
    flow.editor.stopEditing();
    write(begun);
  }, [flow, begun, write]);
  const target = useOutlineTarget(flow, line, write, connection.begin);
  const tools = useMemo(() => {
    const { edit, connect, moveUp, moveDown } = OUTLINE_ACTIONS;
    const { undo, remove } = CANVAS_ACTIONS;
    return [
      ['undo', undo],
      ['rename', bindAction(edit, target)],
      ['branch', bindAction(connect, target)],
      ['up', bindAction(moveUp, target)],
      ['chevron', bindAction(moveDown, target)],
      ['trash', { ...remove, run: (editor: Editor) => void (target.removeRow() || remove.run(editor)) }],
    ] as const;
  }, [target]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.target !== event.currentTarget) return;
    if (takeOutlineKey(event, { outline, line, connection, target })) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const { index, row } = line;
  /** Escape goes back to the canvas from wherever in the outline, also where it has no line. */
  const leave = (): void => {
    if (connection.fromId === null) onLeave(row?.nodeId ?? null);
    else connection.cancel();
  };
  const { fromId } = connection;
  const fromNode = fromId === null ? undefined : flow.node(fromId);
  const lineId = (at: number): string => `${treeId}-${at}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of what is in it
    <aside
      id="outline"
      className={styles.panel}
      aria-label={t('outline.title')}
      data-testid="outline"
      onKeyDown={(event) => closeByKey(event, leave)}
    >
      <header className={styles.header}>
        <h2 className={styles.title}>{t('outline.title')}</h2>
        <span className={styles.count} role="status">
          {isReading ? t('outline.reading', { count: nodeCount }) : t('outline.nodes', { count: nodeCount })}
        </span>
        <CloseButton className={styles.close} onClose={onClose} />
      </header>
      {fromNode && (
        <p className={styles.connecting}>
          {t('outline.connecting', { name: lineTitle(flow, fromNode, t) })}
          <ActionTool
            action={bindAction(DIALOG_ACTIONS.cancel, connection.cancel)}
            icon="close"
            label={t('outline.cancel')}
          />
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a tree, or a group where it has no lines */}
      <div
        ref={tree}
        // A tree without lines is no tree to a screen reader.
        role={rowCount > 0 ? 'tree' : 'group'}
        aria-multiselectable={rowCount > 0 || undefined}
        tabIndex={0}
        aria-label={t('outline.tree')}
        aria-describedby={`${treeId}-keys`}
        aria-busy={isReading || undefined}
        aria-activedescendant={row ? lineId(index) : undefined}
        className={styles.tree}
        data-testid="outline-tree"
        data-first=""
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className={styles.all} style={{ height: `${rowCount * ROW_REM}rem` }}>
          {renderedIndexes(from, to, rowCount, index).map((at) => {
            const each = outline.row(at);
            return (
              each && (
                <OutlineLine
                  // A line that leaves the window is reused for one that enters it: no element is made for that.
                  key={at >= from && at < to ? at % (to - from) : 'active'}
                  id={lineId(at)}
                  flow={flow}
                  nodeId={each.nodeId}
                  partId={each.part?.id ?? null}
                  partType={each.part?.type ?? null}
                  place={each.place}
                  of={each.of}
                  top={at * ROW_REM}
                  isActive={at === index}
                  isUnfolded={outline.unfolded.has(each.nodeId)}
                  connecting={fromId}
                  nodeOf={nodeOf}
                  reasonOf={reasonOf}
                  handlers={line.handlers}
                />
              )
            );
          })}
        </div>
        {rowCount === 0 && !isReading && <p className={styles.empty}>{t('outline.empty')}</p>}
      </div>
      <span id={`${treeId}-keys`} hidden>
        {t('outline.keys')}
      </span>
      {field ? (
        <OutlineField
          key={`${field.nodeId} ${field.rowId ?? ''} ${field.name}`}
          flow={flow}
          field={field}
          onClose={() => write(null)}
        />
      ) : (
        <div role="toolbar" aria-label={t('toolbar.label')} className={styles.tools}>
          {tools.map(([icon, action]) => (
            <ActionTool
              key={icon}
              flow={flow}
              action={action}
              icon={icon === 'up' ? 'chevron' : icon}
              className={icon === 'up' ? styles.upwards : undefined}
            />
          ))}
        </div>
      )}
    </aside>
  );
});

export default OutlinePanel;
