import { useState } from 'react';
import type { Take } from '../../../api/contractTakes';
import { announce } from '../../../ui/live/announce';

/** Ids of the takes that a person marked for the comparison, and what marks a take or takes its mark away. */
export function useMarked(): readonly [marked: ReadonlySet<number>, mark: (take: Take) => void] {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const mark = ({ id }: Take): void => {
    const others = new Set([...marked].filter((each) => each !== id));
    const isMarked = marked.has(id);
    setMarked(isMarked ? others : others.add(id));
    announce(isMarked ? 'takes.saidUnmarked' : 'takes.saidMarked');
  };
  return [marked, mark];
}
