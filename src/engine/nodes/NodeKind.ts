import type { Change } from '../document/Change';
import type { FlowNode, NodeData } from '../document/FlowNode';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import type { Size } from '../geometry/viewport';
import type { BodyPainter, CardPainter, MediumBodyPainter } from '../render/card/BodyPainter';
import type { Cell, WordList } from '../runs/WordList';
import type { RequestItem } from '../runs/RequestItem';
import type { CardLayout } from './cardLayout';
import type { Flow } from './flows';
import type { KindHandle } from './handles';

/** Says which nodes go into one of this kind when they are dropped on it. */
export interface DropRule {
  /** The types that it takes. */
  readonly types: readonly string[];
  /** Returns what taking them in changes; `nodes` is never empty and of these types. */
  readonly takeIn: (target: FlowNode, nodes: readonly FlowNode[], fresh: FreshIds) => readonly Change[];
}

/** A node of this kind has a run button. */
export interface RunRule {
  /** Why it cannot run now; null when it can. */
  readonly whyNot: (document: GraphDocument, node: FlowNode) => 'needsInput' | 'needsFreeOutput' | null;
  /** A run asks the server with what feeds the node; others only show what a run would look like. */
  readonly isGeneration: boolean;
  /** Its results are words, of the server's text model; pictures when omitted. */
  readonly writes?: true;
}

/** Place of the kind in the palette. */
export interface PaletteEntry {
  readonly panel: Flow;
  /** It takes what a person brings, is made for each model of the panel, or is there where the server has a text model. */
  readonly from: 'person' | 'model' | 'textModel';
}

/** Everything that is true of the nodes of one type. What is omitted, its nodes do not have. */
export interface NodeKind {
  readonly type: string;
  /** Colour and shape of its dot, its block and its place on the minimap; null is grey: it has no output yet. */
  readonly flow: Flow | null;
  /**
   * Inputs first, in drawing order. They depend on the card's size, or are one of a few lists, by the node's data. A function returns the
   * same array for like nodes, since their places are remembered by it.
   */
  readonly handles: readonly KindHandle[] | ((node: FlowNode) => readonly KindHandle[]);
  /** The node passes its input on unchanged: it represents the node that feeds it. */
  readonly passesOn?: true;
  readonly size: Size | ((node: FlowNode) => Size);
  /** The parts of its card; `plain` has a header and a body and nothing in them. */
  readonly layout: (node: FlowNode, plain: CardLayout) => CardLayout;
  /** Paints the body in full detail; not needed where `paintCard` paints all of it. */
  readonly paintBody?: BodyPainter;
  /** Paints the whole card, instead of the sheet, the header and the bodies that cards have in common. */
  readonly paintCard?: CardPainter;
  /** Paints the body at medium detail, while there is no picture and no run; bars represent its text when omitted. */
  readonly paintMediumBody?: MediumBodyPainter;
  /** Its body covers the header too. */
  readonly isHeaderless?: boolean;
  /** It lies behind all edges and cards, and its content moves with it; only its title and its border are grabbed. */
  readonly isFrame?: true;
  /** Whether a frame is folded: it is then shown as one card, and its content is hidden. */
  readonly isFolded?: (node: FlowNode) => boolean;
  /** People choose its size, `data.width` and `data.height`, by pulling its corner; never below this. */
  readonly leastSize?: Size;
  /** Data of a new node, used instead of the data of its palette entry. */
  readonly newData?: () => NodeData;
  /** The text that it shows; its `data.value` when omitted. */
  readonly textOf?: (node: FlowNode) => string;
  /** The address of the picture that it shows. */
  readonly pictureOf?: (node: FlowNode) => string | null;
  /** The name that a person calls it by, instead of the model or the kind; '' when it has no name yet. */
  readonly nameOf?: (node: FlowNode) => string;
  /** The words that tell it from others to a person who does not see its card; its name, else its input or its model, when omitted. */
  readonly labelOf?: (node: FlowNode) => string;
  /** Its name is made of the first words of its input, or of its text. */
  readonly calledBy?: 'input' | 'text';
  /** A key that is pressed while it alone is selected, or its being added, begins to edit its value. */
  readonly writesOn?: 'key' | 'keyAndAdding';
  /** Its `data.value` may mention other nodes (`mentionOf`). */
  readonly mentions?: true;
  /** Its `data.categories` are rows; one that is pulled out becomes a node of this type. */
  readonly rowType?: string;
  /** The document removes such a node. */
  readonly isEmpty?: (node: FlowNode) => boolean;
  /** Its text can be split into the rows of a node of this type, which takes its place. */
  readonly convertsTo?: string;
  /** The text that is pasted for it where a person pastes it into a text. */
  readonly plainText?: (node: FlowNode) => string;
  readonly drop?: DropRule;
  readonly run?: RunRule;
  /**
   * Its part of the request of a node at its right. `value` is its content, or its content once it has run; null for nothing. A list that
   * is in the cell gives that word alone.
   */
  readonly requestPart?: (node: FlowNode, value: string | null, cell?: Cell) => RequestItem | null;
  /** Its lists whose words go one by one. */
  readonly lists?: (node: FlowNode) => readonly WordList[];
  /** It shows the cells of the image node at its left. */
  readonly isSheet?: boolean;
  readonly palette?: PaletteEntry;
}
