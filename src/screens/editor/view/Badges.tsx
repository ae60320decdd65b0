import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { STOP_ACTIONS } from '../../../actions';
import type { TidyUp } from '../../../stores/arrange/TidyUp';
import type { SheetExports } from '../../../stores/cells/SheetExports';
import type { Uploads } from '../../../stores/Uploads';
import { classNames } from '../../../ui/classNames';
import { useHandOn } from '../../../ui/useHandOn';
import styles from './Badges.module.css';

interface WorkBadgeProps {
  readonly words: string;
  /** Words read once to a screen reader when `words` change all the time; `words` when omitted. */
  readonly said?: string;
  /** Progress from 0 to 1. */
  readonly share: number;
  readonly onStop: () => void;
  readonly onLeft: () => void;
  /** True when an element over the canvas has its own bar at the top. */
  readonly isLow?: boolean;
  readonly testId: string;
}

/** Shows the work under way and its progress, with a way to stop it; appears only when it takes a while. */
function WorkBadge({ words, said = words, share, onStop, onLeft, isLow, testId }: WorkBadgeProps) {
  const { t } = useTranslation();
  const [, badge] = useHandOn<HTMLDivElement>(onLeft);
  return (
    <div ref={badge} className={classNames(styles.badge, isLow && styles.isLow)} data-testid={testId}>
      <span role="status" aria-label={said}>
        {words}
      </span>
      <progress className={styles.share} value={share} aria-label={said} />
      <button type="button" className={styles.stop} onClick={onStop}>
        {t('shell.stop')}
      </button>
    </div>
  );
}

interface TidyBadgeProps {
  readonly tidyUp: Pick<TidyUp, 'share' | 'stop'>;
  /** Called when the focus is to go elsewhere: the badge goes with its button. */
  readonly onLeft: () => void;
}

/** Says that nodes are being tidied up. */
export const TidyBadge = observer(function TidyBadge({ tidyUp, onLeft }: TidyBadgeProps) {
  const { t } = useTranslation();
  const { share } = tidyUp;
  if (share === null) return null;
  const stop = (): void => {
    STOP_ACTIONS.tidying.run(tidyUp);
    onLeft();
  };
  return <WorkBadge words={t('arrange.tidying')} share={share} onStop={stop} onLeft={onLeft} testId="tidy-badge" />;
});

interface ExportBadgeProps extends Pick<TidyBadgeProps, 'onLeft'> {
  readonly exports: SheetExports;
}

/** Says that a sheet is being exported, and how many of its pictures are done. */
export const ExportBadge = observer(function ExportBadge({ exports, onLeft }: ExportBadgeProps) {
  const { t } = useTranslation();
  const { progress } = exports;
  if (progress === null) return null;
  const { done, total } = progress;
  const stop = (): void => {
    STOP_ACTIONS.export.run(exports);
    onLeft();
  };
  return (
    <WorkBadge
      words={t('sheet.exportingCount', { done, total })}
      said={t('sheet.exporting')}
      share={total === 0 ? 0 : done / total}
      onStop={stop}
      onLeft={onLeft}
      isLow
      testId="export-badge"
    />
  );
});

/** Says quietly that pictures are painted previews, not AI. */
export function OfflineBadge() {
  const { t } = useTranslation();
  return (
    <p className={styles.offline} title={t('canvas.offlineBadgeHint')} data-at-edge data-testid="offline-badge">
      <span className={styles.dot} aria-hidden="true" />
      {t('canvas.offlineBadge')}
      <span className="visually-hidden">{t('canvas.offlineBadgeHint')}</span>
    </p>
  );
}

/** Says that chosen files are being read and are not on the canvas yet; visible only if it takes a while. */
export const ReadingBadge = observer(function ReadingBadge({ uploads }: { uploads: Pick<Uploads, 'reading'> }) {
  const { t } = useTranslation();
  if (uploads.reading === 0) return null;
  return (
    <p className={styles.reading} role="status">
      {t('canvas.reading', { count: uploads.reading })}
    </p>
  );
});
