import { observer } from 'mobx-react-lite';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import {
  bindAction,
  COMPARED_MAX,
  ONE_TAKE_ACTIONS,
  RATE_ACTIONS,
  TAKE_LIST_ACTIONS,
  walk,
  type TakeTarget,
} from '../../../actions';
import type { Take } from '../../../api/contractTakes';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { ActionTool } from '../../../ui/ActionTool';
import { LazyPart } from '../../../ui/LazyPart';
import { useNow } from '../../useNow';
import { partMissing } from '../../partMissing';
import { actionOfKey } from '../tool/actionOfKey';
import { pressAction } from '../../../ui/pressAction';
import { NodePanel } from '../view/NodePanel';
import { RemovedTakes } from './RemovedTakes';
import { compareLabel } from './takeWords';
import { useMarked } from './useMarked';
import { useTakeEdits } from './useTakeEdits';
import { useTakeTarget } from './useTakeTarget';
import { TakeRecipe } from './TakeRecipe';
import { TakesRow } from './TakesRow';
import { TakeTools } from './TakeTools';
import { REJECTED } from '../../../api/contract';

const loadCompare = () => import('./compare/CompareTakes');
const loadJudge = () => import('./JudgeTakes');

interface TakesStripProps {
  readonly flow: FlowStore;
  readonly takes: TakesStore;
  readonly nodeId: string;
  /** Given when a person asked for the strip: it takes the focus, and calls this. */
  readonly onBegun: (() => void) | null;
  readonly onFold: () => void;
}

/** The finished pictures or texts of one node, the newest first: what made each, and the one that the card shows. */
const TakesStrip = observer(function TakesStrip({ flow, takes, nodeId, onBegun, onFold }: TakesStripProps) {
  const { t } = useTranslation();
  const keysId = useId();
  const now = useNow();
  const panel = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  flow.node(nodeId);
  const all = takes.of(nodeId);
  const chosen = takes.chosen(nodeId);
  const [activeId, setActiveId] = useState<number | null>(null);
  const active = all.find(({ id }) => id === activeId) ?? chosen ?? all[0] ?? null;
  const [marked, mark] = useMarked();
  const [isComparing, setIsComparing] = useState(false);
  const [judged, setJudged] = useState<readonly Take[] | null>(null);
  // The marked takes, else the newest ones.
  const picked = all.filter(({ id }) => marked.has(id));
  const compared = (picked.length > 1 ? picked : all.filter(({ rating }) => rating !== REJECTED)).slice(
    0,
    COMPARED_MAX,
  );
  const current = ({ id }: Take): Take | undefined => takes.of(nodeId).find((take) => take.id === id);
  const edits = useTakeEdits(flow.editor, takes, current);

  useEffect(() => void takes.loadNode(nodeId), [takes, nodeId]);

  const focusActive = (): void => {
    const option = list.current?.querySelector<HTMLElement>('[tabindex="0"]');
    (option ?? panel.current)?.focus();
  };
  const goTo = (take: Take | undefined): void => {
    // One out of sight is laid out once it is the active one.
    flushSync(() => setActiveId(take?.id ?? null));
    focusActive();
  };
  const begin = useRef(focusActive);
  const { isAtRest } = flow;
  useLayoutEffect(() => {
    if (!onBegun || !isAtRest) return;
    begin.current();
    onBegun();
  }, [onBegun, isAtRest]);

  const choose = (take: Take): void => {
    setActiveId(take.id);
    takes.choose(take);
  };
  const remove = (take: Take): void => {
    const index = all.indexOf(take);
    const next = all[index + 1] ?? all[index - 1];
    // The focused element is removed, and the focus stays in the strip.
    if (next) goTo(next);
    else panel.current?.focus();
    edits.remove(take);
  };
  const handlersOf = useTakeTarget(flow);
  const targetOf = (take: Take): Omit<TakeTarget, 'goTo'> => ({
    ...handlersOf(take),
    isChosen: take === chosen,
    isMarked: marked.has(take.id),
    choose: () => choose(take),
    mark: () => mark(take),
    useSettings: () => takes.useSettings(take),
    remove: () => remove(take),
  });
  const compare = { compared: compared.length, compare: () => setIsComparing(true) };
  const judge = { count: all.length, judge: () => setJudged(picked.length > 1 ? picked : all) };

  const onListKey = (event: KeyboardEvent): void => {
    if (!active) return;
    const row = { at: all.indexOf(active), count: all.length, across: 1 };
    const { choose, mark, branch, remove } = ONE_TAKE_ACTIONS;
    const rated = actionOfKey(RATE_ACTIONS, event);
    const action = actionOfKey([choose, mark, branch, remove], event);
    // A held key acts once: the next take has the focus already.
    if ((rated || action) && event.repeat) event.preventDefault();
    else if (rated) edits.rate(active, rated.rating);
    else if (action) pressAction(action, targetOf(active));
    else if (!walk(event, { ...row, go: (index) => goTo(all[index]) })) return;
    event.preventDefault();
  };
  // Hidden during a gesture: the marks, and what can be undone here, outlast it.
  if (!isAtRest) return null;
  return (
    <NodePanel
      ref={panel}
      flow={flow}
      nodeId={nodeId}
      testId="takes-strip"
      width="wide"
      title={t('takes.stripCount', { count: all.length })}
      tools={
        <>
          <ActionTool
            action={bindAction(TAKE_LIST_ACTIONS.compare, compare)}
            icon="compare"
            label={compareLabel(compared.length, t)}
            aria-haspopup="dialog"
          />
          <ActionTool action={bindAction(TAKE_LIST_ACTIONS.judge, judge)} icon="judge" aria-haspopup="dialog" />
        </>
      }
      onFold={onFold}
      onUndo={() => {
        if (!edits.undo()) flow.editor.undo();
      }}
    >
      <TakesRow
        ref={list}
        takes={all}
        chosen={chosen}
        active={active}
        marked={marked}
        keysId={keysId}
        now={now}
        onChoose={(take) => void pressAction(ONE_TAKE_ACTIONS.choose, targetOf(take))}
        onFocus={({ id }) => setActiveId(id)}
        onKeyDown={onListKey}
      />
      <span id={keysId} hidden>
        {t('takes.keys')}
      </span>
      <RemovedTakes takes={takes} nodeId={nodeId} onPress={focusActive} />
      {active && (
        <>
          <TakeTools target={targetOf(active)} onRate={(rating) => edits.rate(active, rating)} />
          <TakeRecipe take={active} now={now} />
        </>
      )}
      {isComparing && (
        <LazyPart
          load={loadCompare}
          props={{
            editor: flow.editor,
            takes: compared,
            current,
            chosenId: chosen?.id,
            onChoose: (take: Take) => takes.choose(take),
            onClose: () => setIsComparing(false),
          }}
          onMissing={partMissing(() => setIsComparing(false))}
          onCancel={() => setIsComparing(false)}
        />
      )}
      {judged && (
        <LazyPart
          load={loadJudge}
          props={{
            takes: judged,
            current,
            onRate: (take: Take, rating: Take['rating']) => void takes.rate(take, rating),
            onClose: () => setJudged(null),
          }}
          onMissing={partMissing(() => setJudged(null))}
          onCancel={() => setJudged(null)}
        />
      )}
    </NodePanel>
  );
});

export default TakesStrip;
