import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ANSWER_ACTIONS } from '../../../actions';
import type { PlanStep } from '../../../api/contractRuns';
import { promptOf, readingOrder, silentMentions } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { reasonKey } from '../../../stores/runs/runReason';
import { Icon } from '../../../ui/Icon';
import { nodeName } from '../accessible/nodeName';
import styles from './RunPlanPanel.module.css';

/** Most nodes that are named for one reason; the rest are counted. */
const NAMED_MAX = 3;

interface PlanNodesProps {
  readonly flow: FlowStore;
  readonly steps: readonly PlanStep[];
  readonly onGoTo: (nodeId: string) => void;
}

/** Names by node id; equal names are numbered in reading order. */
function tellApart(flow: FlowStore, nodeIds: readonly string[], t: TFunction): ReadonlyMap<string, string> {
  const { document } = flow.editor;
  const nodes = readingOrder(nodeIds.flatMap((id) => flow.node(id) ?? []));
  const named = nodes.map((node) => ({
    id: node.id,
    name: nodeName(document.kinds, node, promptOf(document, node), t),
  }));
  const names = new Map(nodeIds.map((id) => [id, t('node.other')]));
  const seen = new Map<string, number>();
  for (const { id, name } of named) {
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    const isAlone = named.every((other) => other.id === id || other.name !== name);
    names.set(id, isAlone ? name : t('runs.numbered', { name, number }));
  }
  return names;
}

/** The nodes that cannot run, by reason; each is a link to its node. */
export function Blocked({ flow, steps, onGoTo }: PlanNodesProps) {
  const { t } = useTranslation();
  const byReason = new Map<string, string[]>();
  for (const { state, reason = '', nodeId } of steps) {
    if (state !== 'blocked') continue;
    const some = byReason.get(reason);
    if (some) some.push(nodeId);
    else byReason.set(reason, [nodeId]);
  }
  if (byReason.size === 0) return null;
  const count = Array.from(byReason.values()).reduce((sum, { length }) => sum + length, 0);
  const named = Array.from(byReason.values()).flatMap((nodes) => nodes.slice(0, NAMED_MAX));
  const names = tellApart(flow, named, t);
  return (
    <div className={styles.blocked}>
      <p className={styles.line}>
        <Icon name="reject" size={16} />
        {t('runs.blocked', { count })}
      </p>
      <ul>
        {Array.from(byReason, ([reason, nodes]) => (
          <li key={reason}>
            {t(reasonKey(reason))}
            <NodeNames nodes={nodes} names={names} onGoTo={onGoTo} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The texts with a mention that says nothing in what is to run; each is a link to its node. */
export function Silent({ flow, steps, onGoTo }: PlanNodesProps) {
  const { t } = useTranslation();
  const running = steps.flatMap(({ state, nodeId }) => (state === 'run' ? nodeId : []));
  const texts = silentMentions(flow.editor.document, new Set(running));
  if (texts.length === 0) return null;
  return (
    <div className={styles.blocked}>
      <p className={styles.line}>
        <Icon name="warning" size={16} />
        {t('runs.silent', { count: texts.length })}
      </p>
      <ul>
        <li>
          {t('runs.silentWhy')}
          <NodeNames nodes={texts} names={tellApart(flow, texts.slice(0, NAMED_MAX), t)} onGoTo={onGoTo} />
        </li>
      </ul>
    </div>
  );
}

interface NodeNamesProps extends Pick<PlanNodesProps, 'onGoTo'> {
  readonly nodes: readonly string[];
  readonly names: ReadonlyMap<string, string>;
}

function NodeNames({ nodes, names, onGoTo }: NodeNamesProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.names}>
      {nodes.slice(0, NAMED_MAX).map((nodeId) => (
        <button
          key={nodeId}
          type="button"
          className={styles.name}
          aria-label={t('runs.goTo', { name: names.get(nodeId) })}
          onClick={() => ANSWER_ACTIONS.goToNode.run(() => onGoTo(nodeId))}
        >
          {names.get(nodeId)}
        </button>
      ))}
      {nodes.length > NAMED_MAX && t('runs.andMore', { count: nodes.length - NAMED_MAX })}
    </span>
  );
}
