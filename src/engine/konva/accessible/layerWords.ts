import { FLOW_NAMES, FLOWS, type Flow } from '../../nodes/flows';
import type { Handle } from '../../nodes/handles';
import type { PaintWords } from '../../render/card/PaintEnvironment';
import { PAINT_WORDS } from '../../render/card/paintWords';

/** The words of the accessible layer, in one language: names of its elements, and what a screen reader says. */
export interface LayerWords extends Pick<PaintWords, 'kinds' | 'modes'> {
  /** Name of the whole layer. */
  readonly nodes: string;
  /** 'Image, a cat asleep': the word for the kind, and the words that tell this node from others of its kind. */
  readonly named: (kind: string, title: string) => string;
  /** 'Image, a cat asleep, muted'. */
  readonly inMode: (name: string, mode: string) => string;
  readonly handles: Readonly<Record<`${Flow} ${Handle['side']}`, string>>;
  /** Name of an edge by the names of its nodes. */
  readonly edge: (from: string, to: string) => string;
  readonly deleteNode: string;
  readonly deleteEdge: string;
  /** Said when a connection begins at a handle, and which keys go on. */
  readonly connecting: (from: string) => string;
  /** Said when the end of an edge is taken; its other end stays at this node. */
  readonly reconnecting: (at: string) => string;
  readonly connectionCancelled: string;
  readonly connectionRefused: string;
  readonly nothingToConnect: string;
  /** Said when the focused thing is added to the selection, or removed. */
  readonly gathered: (count: number) => string;
  /** Said when what had the focus was removed from outside, and the focus went to its neighbour. */
  readonly focusMoved: string;
}

/** The handles' names, made of the flows' own labels. */
const handleWords = (language: 'ko' | 'en', input: string, output: string): LayerWords['handles'] =>
  Object.fromEntries(
    FLOW_NAMES.flatMap((flow) => {
      const label = FLOWS[flow].label[language];
      return [
        [`${flow} input`, `${label} ${input}`],
        [`${flow} output`, `${label} ${output}`],
      ];
    }),
  ) as LayerWords['handles'];

/** Words to begin with, in both languages of the application; they are its own. */
export const LAYER_WORDS: Readonly<Record<'ko' | 'en', LayerWords>> = {
  ko: {
    kinds: PAINT_WORDS.ko.kinds,
    modes: PAINT_WORDS.ko.modes,
    nodes: '캔버스의 노드',
    named: (kind, title) => `${kind}, ${title}`,
    inMode: (name, mode) => `${name}, ${mode}`,
    handles: /* @__PURE__ */ handleWords('ko', '입력', '출력'),
    edge: (from, to) => `${from}에서 ${to}(으)로 가는 연결`,
    deleteNode: '삭제',
    deleteEdge: '연결 삭제',
    connecting: (from) =>
      `${from}에서 연결하는 중이에요. Tab 키로 연결할 곳을 골라 Enter 키로 연결하세요. 여기서 Enter 키를 누르면 새 노드를 골라 연결할 수 있고, Escape 키로 그만둘 수 있어요.`,
    reconnecting: (at) =>
      `${at}에 붙은 연결의 다른 끝을 옮기는 중이에요. Tab 키로 옮길 곳을 골라 Enter 키로 연결하세요. Escape 키를 누르면 그대로 둬요.`,
    connectionCancelled: '연결을 그만뒀어요.',
    connectionRefused: '이 둘은 연결할 수 없어요.',
    nothingToConnect:
      '화면에 연결할 수 있는 노드가 없어요. 축소해서 더 찾아보거나, Enter 키로 새 노드를 골라 연결하거나, Escape 키로 그만두세요.',
    gathered: (count) =>
      `${count}개를 선택했어요. Shift+Enter 키로 지금 항목을 더하거나 빼고, Escape 키로 선택을 해제해요.`,
    focusMoved: '여기 있던 항목이 다른 곳에서 삭제되거나 접혀서 캔버스로 옮겼어요.',
  },
  en: {
    kinds: PAINT_WORDS.en.kinds,
    modes: PAINT_WORDS.en.modes,
    nodes: 'Nodes on the canvas',
    named: (kind, title) => `${kind}, ${title}`,
    inMode: (name, mode) => `${name}, ${mode}`,
    handles: /* @__PURE__ */ handleWords('en', 'input', 'output'),
    edge: (from, to) => `Connection from ${from} to ${to}`,
    deleteNode: 'Delete',
    deleteEdge: 'Delete connection',
    connecting: (from) =>
      `Connecting from ${from}. Press Tab to go to a possible target and Enter to connect. Press Enter here to choose a new node, Escape to cancel.`,
    reconnecting: (at) =>
      `Moving the other end of the connection at ${at}. Press Tab to go to a possible target and Enter to connect, Escape to leave it as it was.`,
    connectionCancelled: 'Connection cancelled.',
    connectionRefused: 'These two cannot be connected.',
    nothingToConnect:
      'Nothing in view can be connected. Zoom out to see more, press Enter to add a new node, or Escape to cancel.',
    gathered: (count) =>
      `Selected: ${count}. Shift+Enter adds or removes the focused one, Escape clears the selection.`,
    focusMoved: 'What you were on was deleted or folded away elsewhere. The focus is on the canvas.',
  },
};

/** How the layer speaks: its words, and the function that makes a screen reader say a sentence. */
export interface Speech {
  readonly words: LayerWords;
  readonly say: (sentence: string) => void;
}
