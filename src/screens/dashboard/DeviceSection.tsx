import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProjectSummary } from '../../api/contract';
import { ProjectCard } from './ProjectCard';
import styles from './ProjectsSection.module.css';

interface DeviceSectionProps {
  readonly projects: readonly ProjectSummary[];
  readonly now: Date;
}

/** The projects that can be opened while the list of projects cannot be read. */
export function DeviceSection({ projects, now }: DeviceSectionProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {t('dashboard.here')}
        </h2>
        <p className={styles.hint}>{t('dashboard.hereHint')}</p>
      </div>
      <ul className={styles.grid}>
        {projects.map((project) => (
          <li key={project.projectId}>
            <ProjectCard project={project} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}
