import { restOf } from '../patch/Encoding';
import type { JsonObject } from '../patch/sameValue';
import type { EarlierWork } from '../PendingSave';
import { type MergedDocument, type MergePlan, planMerge } from './mergeChanges';
import { MergePlace, mergeValues, type Sides } from './mergeValues';

/** A merge into the document, with the members beside nodes, edges and viewport as they will be. */
export interface WholeMerge extends MergePlan {
  readonly members: JsonObject;
}

export const withoutView = ({ viewport: _viewport, ...members }: JsonObject): JsonObject => members;

/** The plan with its members merged, except the viewport. */
export function withMembers(plan: MergePlan, { base, mine, theirs }: Sides<JsonObject>): WholeMerge {
  const lost = [...plan.lost];
  const sides = { base: withoutView(base), mine: withoutView(mine), theirs: withoutView(theirs) };
  return { ...plan, lost, members: mergeValues(sides, new MergePlace(lost, [])) as JsonObject };
}

/** Plans how my work on an earlier state comes into the server's document, whose other members are `theirs`. */
export function planTakeIn(
  document: MergedDocument,
  theirs: JsonObject,
  { changes: incoming, rest, from, relatives }: EarlierWork,
): WholeMerge {
  const plan = planMerge({ document, incoming, own: null, base: from, relatives });
  return withMembers(plan, { base: restOf(from), mine: rest, theirs });
}
