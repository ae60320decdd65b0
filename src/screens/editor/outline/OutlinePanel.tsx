import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  bindAction,
  CANVAS_ACTIONS,
  OUTLINE_ACTIONS,
  type NodeTarget,
  type OutlineAction,
  type OutlineTarget,
} from '../../../actions';
import { moveInput } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { OutlineStore, type OutlineRow } from '../../../stores/flow/OutlineStore';
import { IconButton } from '../../../ui/IconButton';
import { announce } from '../../../ui/live/announce';
import { reveal } from '../../../engine/konva';
import { placesToRender } from '../../placesToRender';
import { ActionTool } from '../tool/ActionTool';
import { actionOfKey } from '../tool/pressAction';
import { isNarrowWindow } from '../view/useMediaQuery';
import { OutlineField } from './OutlineField';
import { OutlineLine, type LineHandlers } from './OutlineLine';
import styles from './OutlinePanel.module.css';
import { lineTitle, textNow, textOfLine, fittingPair } from './outlineText';
import { useRowWindow } from './useRowWindow';
import { useWrittenText } from './useWrittenText';

/** Height of a line in rem, the page's text size: larger text makes higher lines. */
const ROW_REM = 3.25;

const rowHeightNow = (): number => ROW_REM * (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);

/** The active line by its content, since its index may change at any time. */
interface Active {
  readonly nodeId: string;
  readonly partId: string | null;
}

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
  const { editor } = flow;
  const { t } = useTranslation();
  const treeId = useId();
  const tree = useRef<HTMLDivElement>(null);
  const [outline] = useState(() => new OutlineStore(flow));
  const [active, setActive] = useState<Active | null>(null);
  const [connecting, setConnecting] = useState<string | null>(null);
  const [field, write] = useWrittenText(flow, tree);
  const [rowHeight] = useState(rowHeightNow);
  /** Index where a selection with Shift begins, and the active line's last index: a removed line leaves its place. */
  const anchor = useRef(0);
  const lastIndex = useRef(0);
  const { from, to } = useRowWindow(tree, rowHeight);
  const { rowCount, nodeCount, isReading } = outline;

  useEffect(() => () => outline.dispose(), [outline]);

  const found = active ? outline.indexOf(active.nodeId, active.partId) : -1;
  const index = found >= 0 ? found : active ? Math.min(lastIndex.current, rowCount - 1) : -1;
  const row = index >= 0 ? outline.row(index) : null;
  const node = row ? flow.node(row.nodeId) : undefined;
  useLayoutEffect(() => {
    if (index >= 0) lastIndex.current = index;
  });
  // An undo or another tab may remove the node that is connected. That is over then, even if it comes back.
  const fromNode = connecting === null ? undefined : flow.node(connecting);
  if (connecting !== null && !fromNode) setConnecting(null);

  const scrollTo = (at: number): void => {
    const element = tree.current;
    if (!element) return;
    const top = at * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
  };
  const stand = (at: number): OutlineRow | null => {
    const next = outline.row(Math.max(0, Math.min(at, outline.rowCount - 1)));
    if (!next) return null;
    setActive({ nodeId: next.nodeId, partId: next.part?.id ?? null });
    scrollTo(outline.indexOf(next.nodeId, next.part?.id));
    return next;
  };
  const select = (chosen: OutlineRow): void => {
    if (chosen.part?.type === 'input') editor.select({ edges: new Set([chosen.part.id]) });
    else editor.select({ nodes: new Set([chosen.nodeId]) });
    const card = editor.document.node(chosen.nodeId);
    if (card && !isNarrowWindow()) reveal(editor.view, editor.scene.boxOf(card));
  };
  const selectTo = (at: number): void => {
    const [low, high] = [Math.min(anchor.current, at), Math.max(anchor.current, at)];
    const ids = new Set<string>();
    for (let each = low; each <= high; each += 1) ids.add(outline.row(each)?.nodeId ?? '');
    editor.select({ nodes: ids });
  };
  const toggle = ({ nodeId }: OutlineRow): void => {
    const nodes = new Set(editor.selection.nodes);
    if (!nodes.delete(nodeId)) nodes.add(nodeId);
    editor.select({ nodes });
  };
  const finishConnecting = (toId: string): void => {
    const pair = connecting === null ? null : fittingPair(editor.document, connecting, toId);
    if (!pair) {
      announce('live.connectionRefused');
      return;
    }
    setConnecting(null);
    editor.connect(pair.source, pair.target);
  };
  const open = (chosen: OutlineRow): void => {
    const card = editor.document.node(chosen.nodeId);
    if (!card) return;
    const text = textOfLine(editor.document.kinds, card, chosen);
    if (text) write(text);
    else if (chosen.part?.type === 'input') stand(outline.indexOf(chosen.part.source));
    else if (editor.document.kinds.of(card.type)?.rowType !== undefined)
      outline.fold(card.id, outline.unfolded.has(card.id));
    else {
      select(chosen);
      editor.openSelected();
    }
  };

  const latest = useRef({ open, stand, select, selectTo, toggle, finishConnecting, connecting });
  useLayoutEffect(() => {
    latest.current = { open, stand, select, selectTo, toggle, finishConnecting, connecting };
  });
  const handlers = useMemo(
    (): LineHandlers => ({
      choose: (chosen, event) => {
        const now = latest.current;
        tree.current?.focus({ preventScroll: true });
        const at = outline.indexOf(chosen.nodeId, chosen.part?.id);
        now.stand(at);
        if (now.connecting !== null) now.finishConnecting(chosen.nodeId);
        else if (event.shiftKey) now.selectTo(at);
        else {
          anchor.current = at;
          if ((event.ctrlKey || event.metaKey) && !chosen.part) now.toggle(chosen);
          else now.select(chosen);
        }
      },
      open: (chosen) => latest.current.open(chosen),
      fold: (nodeId, isFolded) => outline.fold(nodeId, isFolded),
    }),
    [outline],
  );

  // The node that is selected alone on the canvas becomes the active line.
  useEffect(
    () =>
      reaction(
        () => flow.soleNodeId,
        (nodeId) => {
          const at = nodeId === null ? -1 : outline.indexOf(nodeId);
          if (at < 0) return;
          anchor.current = at;
          latest.current.stand(at);
        },
        { fireImmediately: true },
      ),
    [flow, outline],
  );
  useEffect(() => tree.current?.focus({ preventScroll: true }), []);
  // The canvas has no room for its field in a narrow window: the text is edited here.
  const begun = flow.editing;
  useEffect(() => {
    if (!begun || !isNarrowWindow()) return;
    editor.stopEditing();
    write(begun);
  }, [editor, begun, write]);

  const target = useMemo(
    (): OutlineTarget => ({
      line: row ? (row.part?.type ?? 'node') : null,
      hasText: row !== null && node !== undefined && textOfLine(editor.document.kinds, node, row) !== null,
      hasOutput: node !== undefined && editor.document.kinds.handlesOf(node).some(({ side }) => side === 'output'),
      place: row?.place ?? 0,
      of: row?.of ?? 0,
      edit: () => {
        const text = row && node ? textOfLine(editor.document.kinds, node, row) : null;
        if (text) write(text);
      },
      connect: () => {
        if (!node) return;
        setConnecting(node.id);
        tree.current?.focus({ preventScroll: true });
        announce('outline.connectingKeys', { name: lineTitle(flow, node, t) });
      },
      move: (step) => {
        if (!row?.part || !node) return;
        const { id, type } = row.part;
        const field = { nodeId: node.id, itemId: id, name: 'name' } as const;
        const source = type === 'input' ? editor.document.node(row.part.source) : undefined;
        const name = source ? lineTitle(flow, source, t) : textNow(node, field);
        if (type === 'input') editor.apply(moveInput(editor.document, id, row.place - 1 + step));
        else editor.moveRow(node.id, id, itemPlace(outline, row) + (step === 1 ? 2 : -1));
        announce('outline.moved', { name, place: row.place + step, count: row.of });
      },
    }),
    [flow, editor, outline, row, node, t, write],
  );
  const tools = useMemo(() => {
    const { edit, connect, moveUp, moveDown } = OUTLINE_ACTIONS;
    return [
      ['undo', CANVAS_ACTIONS.undo],
      ['rename', bindAction(edit, target)],
      ['branch', bindAction(connect, target)],
      ['up', bindAction(moveUp, target)],
      ['chevron', bindAction(moveDown, target)],
      ['trash', CANVAS_ACTIONS.remove],
    ] as const;
  }, [target]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.target !== event.currentTarget) return;
    if (takeKey(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const walk = (at: number, event: KeyboardEvent): boolean => {
    const next = stand(at);
    if (!next || connecting !== null) return true;
    const reached = outline.indexOf(next.nodeId, next.part?.id);
    if (event.shiftKey) selectTo(reached);
    else if (!event.ctrlKey && !event.metaKey) {
      anchor.current = reached;
      select(next);
    }
    return true;
  };
  /** Returns whether the key was used here; other keys go on to the page. */
  const takeKey = (event: KeyboardEvent): boolean => {
    const { key, code, altKey } = event;
    const isPrimary = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((tree.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    const action = actionOfKey(Object.values<OutlineAction>(OUTLINE_ACTIONS), event);
    if (action) {
      const whyNot = action.whyNot(target);
      if (whyNot === null) action.run(target);
      else announce(whyNot);
      return true;
    }
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: rowCount - 1,
    };
    const step = altKey ? undefined : steps[key];
    if (step !== undefined) return walk(step, event);
    if (!row) return false;
    const isUnfolded = outline.unfolded.has(row.nodeId);
    if (key === 'ArrowRight' && !altKey && !isPrimary) {
      if (row.part || outline.partsOf(row.nodeId).length === 0) return true;
      if (isUnfolded) return walk(index + 1, event);
      outline.fold(row.nodeId, false);
    } else if (key === 'ArrowLeft' && !altKey && !isPrimary) {
      if (row.part) return walk(outline.indexOf(row.nodeId), event);
      outline.fold(row.nodeId, true);
    } else if (key === 'Enter' && !isPrimary) {
      if (connecting === null) open(row);
      else finishConnecting(row.nodeId);
    } else if (key === ' ') {
      if (!row.part) toggle(row);
    } else if (key === 'Escape') {
      if (connecting === null) onLeave(row.nodeId);
      else setConnecting(null);
    } else if (key === 'Tab') return false;
    else {
      // The canvas's keys work on the same selection here.
      const modifiers = { shift: event.shiftKey, primary: isPrimary, alt: altKey };
      return editor.dispatch({ type: 'keyDown', key, code, isRepeated: event.repeat, ...modifiers });
    }
    return true;
  };
  const lineId = (at: number): string => `${treeId}-${at}`;
  return (
    <aside id="outline" className={styles.panel} aria-label={t('outline.title')} data-testid="outline">
      <header className={styles.header}>
        <h2 className={styles.title}>{t('outline.title')}</h2>
        <span className={styles.count} role="status">
          {isReading ? t('outline.reading', { count: nodeCount }) : t('outline.nodes', { count: nodeCount })}
        </span>
        <IconButton className={styles.close} icon="close" label={t('outline.close')} onClick={onClose} />
      </header>
      {fromNode && (
        <p className={styles.connecting}>
          {t('outline.connecting', { name: lineTitle(flow, fromNode, t) })}
          <IconButton icon="close" label={t('outline.cancel')} onClick={() => setConnecting(null)} />
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
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className={styles.all} style={{ height: rowCount * rowHeight }}>
          {placesToRender(from, to, rowCount, index).map((at) => {
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
                  top={at * rowHeight}
                  isActive={at === index}
                  isUnfolded={outline.unfolded.has(each.nodeId)}
                  connecting={connecting}
                  nodeOf={nodeOf}
                  reasonOf={reasonOf}
                  handlers={handlers}
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
          key={`${field.nodeId} ${field.itemId ?? ''}`}
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

/** Index of a row among the rows of its category, from 0: inputs may come before them. */
const itemPlace = (outline: OutlineStore, { nodeId, part }: OutlineRow): number =>
  outline
    .partsOf(nodeId)
    .filter(({ type }) => type === 'item')
    .findIndex(({ id }) => id === part?.id);
