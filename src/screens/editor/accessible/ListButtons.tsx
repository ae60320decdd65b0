import { LIST_ACTIONS } from '../../../actions';
import { categoryItems, goesOneByOne, pairOf, type FlowNode, type ListPart, type ListSwitch } from '../../../engine';
import { ActionButton } from './ActionButton';
import type { LayerWords } from './layerWords';

interface ListButtonsProps {
  readonly list: ListSwitch;
  readonly node: FlowNode;
  readonly words: LayerWords;
  readonly isTabStop: boolean;
  readonly isCovered: boolean;
  readonly onTurn: (part: ListPart) => void;
}

/** The switch of a list over the painted one: whether its words go one by one, and with which others. */
export function ListButtons({ list, node, words, isTabStop, isCovered, onTurn }: ListButtonsProps) {
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
