import { classNames } from './classNames';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** Gives it the exact size of the missing content. */
  readonly className?: string | undefined;
  readonly isRound?: boolean;
}

/** A place kept for something that is on its way; silent, the region around it says that it is busy. */
export function Skeleton({ className, isRound = false }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames(styles.skeleton, isRound && styles.round, className)} />;
}
