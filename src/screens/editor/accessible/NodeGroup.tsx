import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import {
  buttonOf,
  NODE_ACTIONS,
  type NodeAction,
  type NodeTarget,
  type NodeWork,
  LIST_ACTIONS,
} from '../../../actions';
import {
  categoryItems,
  deleteButtonOfNode,
  type CardAction,
  type ListPart,
  type NodeKinds,
  goesOneByOne,
  pairOf,
  type FlowNode,
  type ListSwitch,
} from '../../../engine';
import { boxStyle } from '../../../engine/konva';
import { ActionButton } from './ActionButton';
import type { DescribedNode } from './describeView';
import { HandleButton, handleWord } from './HandleButton';
import { ItemGrip } from './ItemGrip';
import styles from './NodeGroup.module.css';
import type { LayerWords } from './nodeName';

interface ListButtonsProps {
  readonly list: ListSwitch;
  readonly node: FlowNode;
  readonly words: LayerWords;
  readonly isTabStop: boolean;
  readonly isCovered: boolean;
  readonly onTurn: (part: ListPart) => void;
}

/** The switch of a list over the painted one: whether its words go one by one, and with which others. */
function ListButtons({ list, node, words, isTabStop, isCovered, onTurn }: ListButtonsProps) {
  const { itemId, each, pair } = list;
  const row = itemId === null ? undefined : categoryItems(node).find(({ id }) => id === itemId);
  const data = row ?? node.data;
  const name = row ? words.itemName(row) : words.nodeName(node, '');
  const inPair = pairOf(data);
  const common = { isTabStop, isCovered };
  const label = `${words.word(LIST_ACTIONS.pair.words)}: ${name}`;
  return (
    <>
      <ActionButton
        box={each}
        label={`${words.word(LIST_ACTIONS.each.words)}: ${name}`}
        isPressed={goesOneByOne(data)}
        {...common}
        onPress={() => onTurn({ nodeId: node.id, itemId, part: 'each' })}
      />
      {pair && (
        <ActionButton
          box={pair}
          label={inPair === '' ? label : `${label}, ${inPair.toUpperCase()}`}
          isPressed={inPair !== ''}
          {...common}
          onPress={() => onTurn({ nodeId: node.id, itemId, part: 'pair' })}
        />
      )}
    </>
  );
}

const CARD_BUTTONS: readonly NodeAction[] = Object.values(NODE_ACTIONS).filter(({ part }) => part !== null);

const isBusyWith = (part: NodeAction['part'], work: NodeWork): boolean =>
  (part === 'convert' && work === 'converting') || (part === 'upload' && work === 'uploading');

/** The layer's functions for presses on a node's parts. One object for all nodes, so that none is rendered again for it. */
export interface NodeVerbs {
  readonly act: (nodeId: string, action: CardAction) => void;
  readonly stop: (nodeId: string) => void;
  readonly remove: (nodeId: string) => void;
  readonly turnList: (part: ListPart) => void;
  readonly pressHandle: (nodeId: string, handleId: string) => void;
  readonly takeOut: (nodeId: string, itemId: string) => void;
  /** The focus came to the node itself, or to something in it. */
  readonly focus: (nodeId: string, isGroup: boolean) => void;
}

interface NodeGroupProps extends DescribedNode {
  readonly kinds: NodeKinds;
  readonly workOf: (nodeId: string) => NodeWork;
  /** Number of pictures that it makes when lists go one by one; 0 for other nodes. */
  readonly cellsOf: (nodeId: string) => number;
  /** The reason on the card why the last run failed or the upload was refused. */
  readonly reasonOf: (nodeId: string) => string | null;
  /** The handle where the pending connection begins, when it is one of this node's. */
  readonly pendingHandle: string | null;
  /** Handles that may take the pending connection, such as 'text-left'; they are then the only tab stops. Null without one. */
  readonly takers: string | null;
  readonly verbs: NodeVerbs;
  /** Read once for all nodes: a hook in each was half the cost of selecting two hundred. */
  readonly words: LayerWords;
}

/** One node for people who do not see the canvas: a named group with its handles and buttons where they are painted. */
export const NodeGroup = observer(function NodeGroup(props: NodeGroupProps) {
  const {
    node,
    stacking,
    covered,
    isSelected,
    isAlone,
    deleteRadius,
    canRun,
    takes,
    prompt,
    kinds,
    workOf,
    cellsOf,
    reasonOf,
    pendingHandle,
    takers,
    verbs,
    words,
  } = props;
  const { word } = words;
  // These are read here, so that a run in progress renders only its own node.
  const [work, reason] = [workOf(node.id), reasonOf(node.id)];
  const reasonId = useId();
  const { rows, switches } = kinds.layoutOf(node);
  const items = categoryItems(node);
  const size = kinds.sizeOf(node);
  const corner = deleteButtonOfNode({ x: 0, y: 0, ...size }, deleteRadius);
  const coveredParts = covered === '' ? [] : covered.split(' ');
  const isCovered = (part: string): boolean => coveredParts.includes(part);
  const isTabStop = isSelected && takers === null;
  const cells = cellsOf(node.id);
  const target: NodeTarget = { ...verbs, kinds, node, work, takes, cells, canRun };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus selects the node
    <div
      role="group"
      className={styles.group}
      style={{ ...boxStyle({ ...node.position, ...size }), zIndex: stacking }}
      aria-label={words.nodeName(node, prompt)}
      aria-describedby={reason === null ? undefined : reasonId}
      aria-busy={(work !== 'none' && work !== 'failed') || undefined}
      data-node-id={node.id}
      data-selected={isSelected || undefined}
      data-alone={isAlone || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a node is walked to, and its keys are the canvas's
      tabIndex={takers === null ? 0 : -1}
      onFocus={(event) => verbs.focus(node.id, event.target === event.currentTarget)}
    >
      {reason !== null && (
        <span id={reasonId} className="visually-hidden" data-reason="">
          {reason}
        </span>
      )}
      {kinds.handlesOf(node).map((handle) => (
        <HandleButton
          key={handle.id}
          handle={handle}
          label={word(handleWord(handle))}
          isTabStop={takers === null ? isSelected : takers.split(' ').includes(handle.id)}
          isPending={pendingHandle === handle.id}
          onPress={() => verbs.pressHandle(node.id, handle.id)}
        />
      ))}
      {CARD_BUTTONS.map((action) => {
        const box = action.isOffered(work, takes, cells) ? buttonOf(action, target) : null;
        if (box === null || action.part === null) return null;
        const whyNot = action.whyNot(target);
        const isBusy = action.busyWords !== undefined && isBusyWith(action.part, work);
        return (
          <ActionButton
            key={action.part}
            box={box}
            label={word(isBusy ? (action.busyWords ?? action.words) : action.words)}
            isRound={action.isRound}
            isTabStop={isTabStop}
            isCovered={isCovered(action.part)}
            refusal={whyNot === null || isBusy || action.part === 'retry' ? null : word(whyNot)}
            isDisabled={whyNot !== null}
            isBusy={isBusy}
            onPress={() => action.run(target)}
          />
        );
      })}
      {switches.map((list) => (
        <ListButtons
          key={list.itemId}
          list={list}
          node={node}
          words={words}
          isTabStop={isTabStop}
          isCovered={isCovered(list.itemId ?? 'list')}
          onTurn={verbs.turnList}
        />
      ))}
      {rows.map((row, index) => {
        const item = items[index];
        return (
          item && (
            <ItemGrip
              key={row.itemId}
              box={row.grip}
              item={item}
              words={words}
              isTabStop={isTabStop}
              isCovered={isCovered(row.itemId)}
              onTakeOut={() => verbs.takeOut(node.id, item.id)}
            />
          )
        );
      })}
      <ActionButton
        box={{
          x: corner.x - deleteRadius,
          y: corner.y - deleteRadius,
          width: 2 * deleteRadius,
          height: 2 * deleteRadius,
        }}
        label={word(NODE_ACTIONS.delete.words)}
        isRound
        isPaintedFarOut
        isTabStop={isTabStop}
        // The button is painted only on a single selected node: on another one nobody could see what a press there would do.
        isCovered={!isAlone}
        onPress={() => NODE_ACTIONS.delete.run(target)}
      />
    </div>
  );
});
