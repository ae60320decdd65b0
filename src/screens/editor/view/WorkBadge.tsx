import { classNames } from '../../../ui/classNames';
import styles from './WorkBadge.module.css';

interface WorkBadgeProps {
  readonly words: string;
  /** Words read once to a screen reader when `words` change all the time; `words` when omitted. */
  readonly said?: string;
  /** Progress from 0 to 1. */
  readonly share: number;
  readonly stopWords: string;
  readonly onStop: () => void;
  /** True when an element over the canvas has its own bar at the top. */
  readonly isLow?: boolean;
  readonly testId: string;
}

/** Shows the work under way and its progress, with a way to stop it; appears only when it takes a while. */
export function WorkBadge({ words, said = words, share, stopWords, onStop, isLow, testId }: WorkBadgeProps) {
  return (
    <div className={classNames(styles.badge, isLow && styles.isLow)} data-testid={testId}>
      <span role="status" aria-label={said}>
        {words}
      </span>
      <progress className={styles.share} value={share} aria-label={said} />
      <button type="button" className={styles.stop} onClick={onStop}>
        {stopWords}
      </button>
    </div>
  );
}
