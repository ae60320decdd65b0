import { classNames } from '../../../ui/classNames';
import styles from './WorkBadge.module.css';

interface WorkBadgeProps {
  readonly words: string;
  /** What a screen reader is told once, where the words change all the time; the words when omitted. */
  readonly said?: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly stopWords: string;
  readonly onStop: () => void;
  /** Where what lies over the canvas has its own bar at the top. */
  readonly isLow?: boolean;
  readonly testId: string;
}

/** Says what goes on and how far it is, with a way to give it up; seen only where it takes a while. */
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
