import { Skeleton } from '../../ui/Skeleton';
import { ProjectCardSkeleton } from './ProjectCardSkeleton';
import styles from './ProjectsSection.module.css';

const PLACES = ['first', 'second', 'third', 'fourth'];

/** Below the greeting while nobody knows whether projects or galleries come first; nothing else is there to jump. */
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
