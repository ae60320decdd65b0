import { Skeleton } from '../../ui/Skeleton';
import styles from './ProjectsSection.module.css';

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

const PLACES = ['first', 'second', 'third', 'fourth'];

/** Shown below the greeting while it is unknown whether projects or galleries come first; nothing else could jump. */
export function DashboardSkeleton() {
  return (
    <div className={styles.section} data-testid="dashboard-skeleton">
      <div className={styles.heading}>
        <Skeleton className={styles.titleSkeleton} />
        <Skeleton className={styles.toolsSkeleton} />
      </div>
      <div className={styles.grid}>
        {PLACES.map((place) => (
          <ProjectCardSkeleton key={place} />
        ))}
      </div>
    </div>
  );
}
