import { observer } from 'mobx-react-lite';
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
  type CardAction,
  type ListPart,
  goesOneByOne,
  pairOf,
  type FlowNode,
  type ListSwitch,
} from '../../../engine';
import { ActionButton, NodeGroup, type NodeGroupProps } from '../../../engine/konva';
import type { CardWords } from './cardWords';
import { RowGrip } from './RowGrip';

interface ListButtonsProps {
  readonly list: ListSwitch;
  readonly node: FlowNode;
  readonly words: CardWords;
  /** Name of the node. */
  readonly nodeName: string;
  readonly isTabStop: boolean;
  readonly isCovered: boolean;
  readonly onTurn: (part: ListPart) => void;
}

/** The switch of a list over the painted one: whether its words go one by one, and with which others. */
function ListButtons({ list, node, words, nodeName, isTabStop, isCovered, onTurn }: ListButtonsProps) {
  const { rowId, each, pair } = list;
  const row = rowId === null ? undefined : categoryItems(node).find(({ id }) => id === rowId);
  const data = row ?? node.data;
  const name = row ? words.itemName(row) : nodeName;
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
        onPress={() => onTurn({ nodeId: node.id, rowId, part: 'each' })}
      />
      {pair && (
        <ActionButton
          box={pair}
          label={inPair === '' ? label : `${label}, ${inPair.toUpperCase()}`}
          isPressed={inPair !== ''}
          {...common}
          onPress={() => onTurn({ nodeId: node.id, rowId, part: 'pair' })}
        />
      )}
    </>
  );
}

const CARD_BUTTONS: readonly NodeAction[] = Object.values(NODE_ACTIONS).filter(({ part }) => part !== null);

const isBusyWith = (part: NodeAction['part'], work: NodeWork): boolean =>
  (part === 'convert' && work === 'converting') || (part === 'upload' && work === 'uploading');

/** The application's functions for presses on a card. One object for all nodes, so that none is rendered again for it. */
export interface CardHandlers {
  readonly act: (nodeId: string, action: CardAction) => void;
  readonly stop: (nodeId: string) => void;
  readonly toggleListMode: (part: ListPart) => void;
  readonly takeOut: (nodeId: string, rowId: string) => void;
}

interface CardNodeProps extends NodeGroupProps {
  readonly workOf: (nodeId: string) => NodeWork;
  /** Number of pictures that it makes when lists go one by one; 0 for other nodes. */
  readonly cellsOf: (nodeId: string) => number;
  /** The reason on the card why the last run failed or the upload was refused. */
  readonly reasonOf: (nodeId: string) => string | null;
  readonly cardHandlers: CardHandlers;
  /** Read once for all nodes: a hook in each was half the cost of selecting two hundred. */
  readonly cardWords: CardWords;
}

/** The engine's node with the buttons and rows of its card, and what runs there. */
export const CardNode = observer(function CardNode(props: CardNodeProps) {
  const { workOf, cellsOf, reasonOf, cardHandlers, cardWords: words, ...group } = props;
  const { node, name, covered, isSelected, canRun, takes, kinds, takers, handlers } = group;
  const { word } = words;
  // These are read here, so that a run in progress renders only its own node.
  const [work, reason] = [workOf(node.id), reasonOf(node.id)];
  const { rows, switches } = kinds.layoutOf(node);
  const items = categoryItems(node);
  const coveredParts = covered === '' ? [] : covered.split(' ');
  const isCovered = (part: string): boolean => coveredParts.includes(part);
  const isTabStop = isSelected && takers === null;
  const cells = cellsOf(node.id);
  const target: NodeTarget = { ...cardHandlers, remove: handlers.remove, kinds, node, work, takes, cells, canRun };

  return (
    <NodeGroup {...group} description={reason} isBusy={work !== 'none' && work !== 'failed'}>
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
          key={list.rowId}
          list={list}
          node={node}
          words={words}
          nodeName={name}
          isTabStop={isTabStop}
          isCovered={isCovered(list.rowId ?? 'list')}
          onTurn={cardHandlers.toggleListMode}
        />
      ))}
      {rows.map((row, index) => {
        const item = items[index];
        return (
          item && (
            <RowGrip
              key={row.rowId}
              box={row.grip}
              item={item}
              words={words}
              isTabStop={isTabStop}
              isCovered={isCovered(row.rowId)}
              onTakeOut={() => cardHandlers.takeOut(node.id, item.id)}
            />
          )
        );
      })}
    </NodeGroup>
  );
});
