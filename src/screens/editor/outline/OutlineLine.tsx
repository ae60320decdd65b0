import { computed } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useMemo, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonOf, NODE_ACTIONS, type NodeAction, type NodeTarget, type NodeWork } from '../../../actions';
import { categoryItems, itemText, type FlowNode } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { OutlineRow } from '../../../stores/flow/OutlineStore';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { pressAction } from '../../../ui/pressAction';
import { kindWord, modeWord } from '../accessible/nodeName';
import { TakePicture } from '../takes/TakePicture';
import styles from './OutlineLine.module.css';
import { inputNames, lineTitle, fittingPair } from './outlineText';

/** The functions for presses on a line. One object for all lines, so that none is rendered again for it. */
export interface LineHandlers {
  readonly choose: (row: OutlineRow, event: MouseEvent) => void;
  readonly open: (row: OutlineRow) => void;
  readonly fold: (nodeId: string, isFolded: boolean) => void;
}

interface LineProps {
  readonly flow: FlowStore;
  readonly nodeId: string;
  readonly partId: string | null;
  readonly partType: 'input' | 'item' | null;
  readonly place: number;
  readonly of: number;
  /** Its place from the top of the list; rem. */
  readonly top: number;
  readonly id: string;
  readonly isActive: boolean;
  /** True while the parts of its node are shown. */
  readonly isUnfolded: boolean;
  /** The node where a connection begins. */
  readonly connecting: string | null;
  /** The target of a card's buttons. */
  readonly nodeOf: (nodeId: string) => NodeTarget | null;
  readonly reasonOf: (nodeId: string) => string | null;
  readonly handlers: LineHandlers;
}

const { run, stop, takeBack, enlarge, upload } = NODE_ACTIONS;

/** The button of a line does the first of these that its card has: nothing shows that a double tap opens a sheet, too. */
const MAIN: readonly NodeAction[] = [run, stop, takeBack, enlarge, upload];

const mainOf = (target: NodeTarget): NodeAction | undefined =>
  MAIN.find((action) => action.isOffered(target.work, target.takes) && buttonOf(action, target) !== null);

const ICONS = {
  'node.run': 'play',
  'node.stop': 'stop',
  'node.takeBack': 'close',
  'node.enlarge': 'enlarge',
  'node.upload': 'upload',
} as const;

/** A double click on a line opens it; one on its buttons is two presses. */
const keepFromLine = (event: MouseEvent): void => event.stopPropagation();

const isWork = (work: NodeWork): work is Exclude<NodeWork, 'none'> => work !== 'none';

/** A node as one line: its name, its inputs, its state and its main button. Rendered only for changes of its own node. */
export const OutlineLine = observer(function OutlineLine(props: LineProps) {
  const { flow, nodeId, partId, partType, place, of, top, id, isActive, isUnfolded, connecting, handlers } = props;
  const { t } = useTranslation();
  const { document } = flow.editor;
  const isSelected = useMemo(
    () =>
      computed(() =>
        partType === 'input'
          ? flow.selection.edges.has(partId ?? '')
          : partType === null && flow.selection.nodes.has(nodeId),
      ),
    [flow, nodeId, partId, partType],
  ).get();
  const node = flow.node(nodeId);
  if (!node) return null;
  const row: OutlineRow = {
    nodeId,
    part:
      partId === null || partType === null
        ? null
        : partType === 'item'
          ? { type: 'item', id: partId }
          : { type: 'input', id: partId, source: document.edge(partId)?.source ?? '' },
    place,
    of,
  };
  const shared = {
    id,
    role: 'treeitem',
    tabIndex: -1,
    'aria-selected': isSelected,
    'aria-posinset': place,
    'aria-setsize': of,
    style: { transform: `translateY(${top}rem)` },
    onClick: (event: MouseEvent) => handlers.choose(row, event),
    onDoubleClick: () => handlers.open(row),
  } as const;
  if (row.part) {
    const words = partWords(flow, node, row.part, t);
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree it is in hears the keys
      <div
        {...shared}
        aria-level={2}
        aria-label={words.name}
        className={classNames(styles.line, styles.part, isSelected && styles.isSelected, isActive && styles.isActive)}
        data-outline-part={partId}
      >
        <span className={styles.dot} data-flow={words.flow ?? undefined} />
        <span className={styles.words}>
          <span className={styles.title}>{words.title}</span>
        </span>
        <span className={styles.place} aria-hidden="true">
          {place}/{of}
        </span>
      </div>
    );
  }
  const target = props.nodeOf(nodeId);
  const work = target?.work ?? 'none';
  const reason = props.reasonOf(nodeId);
  const picture = document.kinds.pictureOf(node);
  const title = lineTitle(flow, node, t);
  const inputs = inputNames(flow, nodeId, t);
  // The title of a picture is the first of its words; variations of it differ in the others.
  const others = inputNames(flow, nodeId, t, title);
  const main = target ? mainOf(target) : undefined;
  const whyNot = target && main ? main.whyNot(target) : null;
  const mode = modeWord(node, t);
  const state = isWork(work) ? t(`outline.${work}`) : picture !== null ? t('outline.hasPicture') : '';
  const hasParts = inputs !== '' || categoryItems(node).length > 0;
  const kind = kindWord(document.kinds, node.type, t);
  const fed = inputs === '' ? '' : t('outline.inputs', { names: inputs });
  const isOff = connecting !== null && connecting !== nodeId && fittingPair(document, connecting, nodeId) === null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree it is in hears the keys
    <div
      {...shared}
      aria-level={1}
      aria-expanded={hasParts ? isUnfolded : undefined}
      aria-label={[title === kind ? '' : kind, title, mode, fed || t('outline.noInputs'), reason ?? state]
        .filter(Boolean)
        .join(', ')}
      aria-busy={(isWork(work) && work !== 'failed') || undefined}
      aria-disabled={isOff || undefined}
      className={classNames(
        styles.line,
        isSelected && styles.isSelected,
        isActive && styles.isActive,
        isOff && styles.isOff,
      )}
      data-outline={nodeId}
    >
      {hasParts ? (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={classNames(styles.fold, isUnfolded && styles.isUnfolded)}
          onDoubleClick={keepFromLine}
          onClick={(event) => {
            event.stopPropagation();
            handlers.fold(nodeId, isUnfolded);
          }}
        >
          <Icon name="chevron" size={16} />
        </button>
      ) : (
        <span className={styles.fold} />
      )}
      <span className={styles.dot} data-flow={document.kinds.of(node.type)?.flow ?? undefined} />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.about}>
          {[title === kind ? '' : kind, mode, inputs && `← ${others}`].filter(Boolean).join(' ')}
        </span>
      </span>
      {isWork(work) && (
        <span className={styles.state} data-work={work} title={reason ?? undefined}>
          {t(`outline.${work}`)}
        </span>
      )}
      {picture !== null && !isWork(work) && (
        <span className={styles.picture}>
          <TakePicture url={picture} size={256} alt="" isLazy />
        </span>
      )}
      {target && main && (
        <IconButton
          icon={ICONS[main.id as keyof typeof ICONS]}
          label={t(main.words)}
          title={t(whyNot ?? main.words)}
          tabIndex={-1}
          aria-disabled={whyNot !== null || undefined}
          onDoubleClick={keepFromLine}
          onClick={(event) => {
            event.stopPropagation();
            // The second half of a double click would stop what the first began.
            if (event.detail < 2) pressAction(main, target);
          }}
        />
      )}
    </div>
  );
});

/** The words of an unfolded input or row. */
function partWords(
  flow: FlowStore,
  node: FlowNode,
  part: NonNullable<OutlineRow['part']>,
  t: Parameters<typeof lineTitle>[2],
): { readonly name: string; readonly title: string; readonly flow: string | null } {
  if (part.type === 'input') {
    const source = flow.node(part.source);
    const title = source ? lineTitle(flow, source, t) : '';
    return { name: t('outline.input', { name: title }), title, flow: flow.editor.document.edge(part.id)?.type ?? null };
  }
  const item = categoryItems(node).find(({ id }) => id === part.id);
  const words = [itemText(item?.name), itemText(item?.value)].filter((text) => text.trim() !== '').join(': ');
  const title = words || t('node.untitled');
  return { name: t('outline.item', { name: title }), title, flow: 'text' };
}
