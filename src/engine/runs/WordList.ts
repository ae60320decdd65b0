/** A list of words that are taken one by one, each for a picture of its own. */
export interface WordList {
  /** The row's id, or that of the free item's node. */
  readonly id: string;
  readonly name: string;
  /** Words as the list has them, equal ones too. */
  readonly words: readonly string[];
  /** Lists with the same one go in pairs; '' for a list of its own. */
  readonly pair: string;
}

/** The word of each list that a picture is made with, by the list's id. Other axes are called by their names. */
export type Cell = Readonly<Record<string, string>>;
