/** An edge as it travels in a snapshot. Members we do not know are kept and saved back unchanged. */
export interface FlowEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly sourceHandle?: string | null;
  readonly targetHandle?: string | null;
  readonly type?: string;
  readonly [unknown: string]: unknown;
}

/** An edge's id is its source and its target (EDGE-1), so that a pair has one edge at most. */
export const edgeId = (source: string, target: string): string => `${source}-${target}`;
