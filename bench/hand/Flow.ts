/** The nodes that all three tools have: words, a picture from a file, a picture that is made. */
export type Role = 'text' | 'photo' | 'picture';

/** A flow as far as it is compared: which nodes there are, and what leads where. */
export interface Flow {
  readonly nodes: ReadonlyMap<string, Role>;
  readonly edges: readonly (readonly [source: string, target: string])[];
}
