import { useMemo, useState, type ReactNode } from 'react';
import type { TakesTarget } from '../../../actions';
import type { Take } from '../../../api/contractTakes';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { LazyPart } from '../../../ui/LazyPart';
import { partMissing } from '../../partMissing';
import { RatingFilter } from './Stars';

const loadJudge = () => import('./JudgeTakes');
const loadMadeOf = () => import('./MadeOf');

interface TakeChooser {
  readonly target: TakesTarget;
  /** Shows how a picture was made. */
  readonly tellOrigin: (url: string) => void;
  /** Dialogs over the canvas for choosing. */
  readonly shown: ReactNode;
}

interface Canvas {
  readonly pid: number;
  readonly flow: FlowStore;
  readonly takes: TakesStore;
}

/** Chooses among the finished pictures of the canvas, one by one over the whole window or by rating, and shows how one was made. */
export function useChoosing({ pid, flow, takes }: Canvas, goTo: (nodeId: string) => void): TakeChooser {
  const [judged, setJudged] = useState<readonly Take[] | null>(null);
  const [traced, setTraced] = useState<string | null>(null);
  const target = useMemo((): TakesTarget => ({ flow, takes, judge: setJudged }), [flow, takes]);
  const close = (): void => {
    setJudged(null);
    setTraced(null);
  };
  const onMissing = partMissing(close);
  return {
    target,
    tellOrigin: setTraced,
    shown: (
      <>
        <RatingFilter flow={flow} takes={takes} />
        {judged && (
          <LazyPart
            load={loadJudge}
            props={{
              takes: judged,
              current: ({ id, nodeId }: Take) => takes.of(nodeId).find((take) => take.id === id),
              onRate: (take: Take, rating: Take['rating']) => void takes.rate(take, rating),
              onClose: close,
            }}
            onMissing={onMissing}
            onCancel={close}
          />
        )}
        {traced !== null && (
          <LazyPart
            load={loadMadeOf}
            props={{ flow, pid, url: traced, onGoTo: goTo, onClose: close }}
            onMissing={onMissing}
            onCancel={close}
          />
        )}
      </>
    ),
  };
}
