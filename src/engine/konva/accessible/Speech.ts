import type { LayerWords } from './layerWords';

/** How the layer speaks: its words, and the function that makes a screen reader say a sentence. */
export interface Speech {
  readonly words: LayerWords;
  readonly say: (sentence: string) => void;
}
