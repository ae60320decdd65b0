const NONE: readonly string[] = [];

/**
 * The edges at one end of each node. Lists, not sets: nearly every node has a few edges, and a canvas of 100,000 nodes makes
 * one for each.
 */
export class EdgeLinks {
  readonly #edgeIds = new Map<string, string[]>();

  of(nodeId: string): readonly string[] {
    return this.#edgeIds.get(nodeId) ?? NONE;
  }

  add(nodeId: string, edgeId: string): void {
    const known = this.#edgeIds.get(nodeId);
    if (known) known.push(edgeId);
    else this.#edgeIds.set(nodeId, [edgeId]);
  }

  /** Takes these edges out, in one pass over the list of each node they stand at. */
  remove(edgeIds: ReadonlySet<string>, nodeIds: Iterable<string>): void {
    for (const nodeId of new Set(nodeIds)) {
      const left = this.of(nodeId).filter((edgeId) => !edgeIds.has(edgeId));
      if (left.length > 0) this.#edgeIds.set(nodeId, left);
      else this.#edgeIds.delete(nodeId);
    }
  }
}
