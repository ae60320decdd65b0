import { Verdicts, type Verdict } from '../verdicts';
import type { Built } from './Tool';

export interface Figures {
  readonly mulgil: Built;
  readonly reactflow: Built;
  readonly litegraph: Built;
}

const ACTIONS_MAX = 25;
/** The part of a peer's pointer actions that ours may be. */
const PART = 0.5;

/** Compares the editor's pointer actions with their limits. */
export function judge({ mulgil, reactflow, litegraph }: Partial<Figures>): readonly Verdict[] {
  const verdicts = new Verdicts();
  if (!mulgil) return verdicts.all;
  const { nodes, pointerActions } = mulgil;
  verdicts.say(`a flow of ${nodes} nodes by hand, pointer actions`, pointerActions, ACTIONS_MAX);
  const beside = (name: string, peer: Built | undefined): void => {
    if (peer) verdicts.say(`as parts of those in ${name}`, pointerActions / peer.pointerActions, PART);
  };
  beside("React Flow's example of drag and drop", reactflow);
  beside("litegraph's own interface", litegraph);
  return verdicts.all;
}
