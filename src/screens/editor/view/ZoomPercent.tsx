import { reaction } from 'mobx';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CANVAS_ACTIONS } from '../../../actions';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { ariaKeys, shownKeys } from '../tool/actionKeys';
import styles from './ViewCorner.module.css';

/** Nobody can read a number that changes more often, and each change costs a layout. */
const READABLE_MS = 100;
const percentOf = ({ viewport }: FlowStore): number => Math.round(viewport.zoom * 100);

/** The zoom in percent, and the way back to 100 %. A component of its own, since it changes all through a zoom. */
export function ZoomPercent({ flow }: { readonly flow: FlowStore }) {
  const { t } = useTranslation();
  const [percent, setPercent] = useState(() => percentOf(flow));
  useEffect(() => reaction(() => percentOf(flow), setPercent, { delay: READABLE_MS, fireImmediately: true }), [flow]);
  const label = t('canvas.zoomReset', { percent });
  return (
    <button
      type="button"
      className={styles.percent}
      aria-label={label}
      aria-keyshortcuts={ariaKeys(CANVAS_ACTIONS.zoomReset)}
      title={`${label} (${shownKeys(CANVAS_ACTIONS.zoomReset)})`}
      data-testid="zoom-percent"
      onClick={() => CANVAS_ACTIONS.zoomReset.run(flow.editor)}
    >
      {percent}%
    </button>
  );
}
