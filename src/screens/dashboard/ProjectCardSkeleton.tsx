import { Skeleton } from '../../ui/Skeleton';
import styles from './ProjectCardSkeleton.module.css';

/** The place of one project card. */
export function ProjectCardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton className={styles.picture} />
      <div className={styles.caption}>
        <Skeleton className={styles.name} />
        <Skeleton className={styles.modified} />
      </div>
    </div>
  );
}
