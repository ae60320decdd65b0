import { ANSWER_ACTIONS } from '../../../actions';
import type { ImageModel } from '../../../api/contractModels';
import { observer } from 'mobx-react-lite';
import { useId, useLayoutEffect, useRef, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { modelAndSettings } from '../../../engine';
import { money } from '../../../i18n/money';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { ModelsStore } from '../../../stores/generation/ModelsStore';
import { ActionButton } from '../../../ui/ActionButton';
import { Icon } from '../../../ui/Icon';
import { announce } from '../../../ui/live/announce';
import { NodePanel } from '../view/NodePanel';
import styles from './NodeSettings.module.css';
import { References } from './References';

/** A node's model and settings, in the form of a request. */
type NodeRequest = ReturnType<typeof modelAndSettings>;

/**
 * A node's settings without those that the model does not support; undefined when nothing is left. Settings written by
 * another version of the app stay.
 */
function fitSettings(settings: unknown, model: ImageModel | null): object | undefined {
  if (typeof settings !== 'object' || settings === null) return undefined;
  const { aspectRatio, count, ...others }: { aspectRatio?: unknown; count?: unknown } = settings;
  const isMade = typeof aspectRatio === 'string' && (model === null || model.aspectRatios.includes(aspectRatio));
  const most = model?.countMax ?? Number.POSITIVE_INFINITY;
  const fitting = {
    ...others,
    ...(isMade && { aspectRatio }),
    ...(typeof count === 'number' && Math.min(count, most) > 1 && { count: Math.min(count, most) }),
  };
  return Object.keys(fitting).length === 0 ? undefined : fitting;
}

/** The longer side of a drawn shape; CSS pixels. */
const SHAPE = 18;

function shapeOf(aspectRatio: string): CSSProperties {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  const longer = Math.max(width, height);
  return { width: Math.max(4, (SHAPE * width) / longer), height: Math.max(4, (SHAPE * height) / longer) };
}

interface NodeSettingsProps {
  readonly flow: FlowStore;
  readonly models: ModelsStore;
  readonly nodeId: string;
  /** Given when a person asked for the panel: it takes the focus, and calls this. */
  readonly onBegun: (() => void) | null;
  readonly onFold: () => void;
}

/** The model for a node's pictures, and its settings. Each choice is an edit that can be undone. */
const NodeSettings = observer(function NodeSettings({ flow, models, nodeId, onBegun, onFold }: NodeSettingsProps) {
  const { t } = useTranslation();
  const groupId = useId();
  const panel = useRef<HTMLElement>(null);
  const node = flow.node(nodeId);
  const model = node ? models.of(node.data.model) : null;
  const { model: named, settings }: NodeRequest = node ? modelAndSettings(node) : { settings: {} };
  const nearest = model === null && named !== undefined ? models.nearestTo(named) : null;

  useLayoutEffect(() => {
    if (!onBegun) return;
    panel.current?.focus();
    onBegun();
  }, [onBegun]);

  const wish = (data: { readonly model?: string; readonly settings: object | undefined }): void =>
    flow.editor.apply([{ type: 'setData', id: nodeId, data }]);
  /** The button goes with its press: the focus would go to the canvas. */
  const takeNearest = (): void => {
    panel.current?.focus();
    if (nearest) useModel(nearest);
  };
  const useModel = (chosen: ImageModel): void => {
    wish({ model: chosen.name, settings: fitSettings(node?.data.settings, chosen) });
    announce('nodeSettings.saidModel', { name: chosen.name });
  };
  const set = (change: object): void =>
    wish({ settings: fitSettings({ ...ownSettings(node?.data.settings), ...change }, model) });

  return (
    <NodePanel
      ref={panel}
      flow={flow}
      nodeId={nodeId}
      testId="node-settings"
      width="narrow"
      title={t('nodeSettings.title')}
      onFold={onFold}
    >
      {models.names === null && <p className={styles.note}>{t('nodeSettings.unread')}</p>}
      {nearest !== null && (
        <div className={styles.gone} role="status">
          <Icon name="warning" size={18} />
          <span>{t('nodeSettings.gone', { name: named })}</span>
          <ActionButton look="primary" action={ANSWER_ACTIONS.takeNearest} target={takeNearest}>
            {t('nodeSettings.takeNearest', { name: nearest.name })}
          </ActionButton>
        </div>
      )}
      {models.names !== null && (
        <label className={styles.field}>
          <span className={styles.label}>{t('nodeSettings.model')}</span>
          <select
            className={styles.select}
            value={model?.name ?? ''}
            onChange={(event) => {
              const chosen = models.of(event.currentTarget.value);
              if (chosen) useModel(chosen);
            }}
          >
            {model === null && <option value="">{named}</option>}
            {models.all.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {model && <ModelFacts model={model} />}
      <References flow={flow} nodeId={nodeId} most={model?.picturesMax ?? null} />
      {model && model.aspectRatios.length > 0 && (
        <fieldset className={styles.field}>
          <legend className={styles.label}>{t('nodeSettings.aspectRatio')}</legend>
          <span className={styles.choices}>
            {[null, ...model.aspectRatios].map((ratio) => (
              <label
                key={ratio}
                className={styles.choice}
                title={ratio === null ? t('nodeSettings.ownRatioHint') : undefined}
              >
                <input
                  type="radio"
                  className="visually-hidden"
                  name={`${groupId}-ratio`}
                  checked={(settings.aspectRatio ?? null) === ratio}
                  onChange={() => set({ aspectRatio: ratio ?? undefined })}
                />
                {ratio !== null && <span className={styles.shape} style={shapeOf(ratio)} />}
                {ratio ?? t('nodeSettings.ownRatio')}
              </label>
            ))}
          </span>
        </fieldset>
      )}
      {model && settings.aspectRatio !== undefined && !model.aspectRatios.includes(settings.aspectRatio) && (
        <p className={styles.note}>{t('nodeSettings.notMade', { value: settings.aspectRatio })}</p>
      )}
      {model && model.countMax > 1 && (
        <fieldset className={styles.field}>
          <legend className={styles.label} title={t('nodeSettings.countHint')}>
            {t('nodeSettings.count')}
          </legend>
          <span className={styles.choices}>
            {Array.from({ length: model.countMax }, (_, index) => index + 1).map((count) => (
              <label key={count} className={styles.choice}>
                <input
                  type="radio"
                  className="visually-hidden"
                  name={`${groupId}-count`}
                  checked={(settings.count ?? 1) === count}
                  onChange={() => set({ count })}
                />
                {count}
              </label>
            ))}
          </span>
        </fieldset>
      )}
    </NodePanel>
  );
});

const ownSettings = (settings: unknown): object => (typeof settings === 'object' && settings !== null ? settings : {});

function ModelFacts({ model: { picturesMax, costMicros } }: { readonly model: ImageModel }) {
  const { t, i18n } = useTranslation();
  const pictures =
    picturesMax === 0 ? t('nodeSettings.noPictures') : t('nodeSettings.pictures', { count: picturesMax });
  const cost =
    costMicros === null
      ? t('nodeSettings.costUnknown')
      : costMicros === 0
        ? t('nodeSettings.free')
        : t('nodeSettings.cost', { cost: money(costMicros, i18n.language) });
  return (
    <p className={styles.note}>
      {pictures} · {cost}
    </p>
  );
}

export default NodeSettings;
