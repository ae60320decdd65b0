import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ProjectSummary } from '../../api/contract';
import { Button } from '../../ui/Button';
import { announce } from '../../ui/live/announce';
import { notify } from '../../ui/toasts/notify';
import { UNDER_DEVELOPMENT } from '../notices';
import { useStores } from '../StoresContext';
import { CreateTile } from './CreateTile';
import { DeleteModal } from './DeleteModal';
import { ProjectCard } from './ProjectCard';
import { ProjectCardSkeleton } from './ProjectCardSkeleton';
import styles from './ProjectsSection.module.css';

interface ProjectsSectionProps {
  /** Undefined while they are asked for. */
  readonly projects: readonly ProjectSummary[] | undefined;
  readonly now: Date;
  readonly onCreate: () => void;
}

const SKELETONS = ['first', 'second', 'third'];

/** 'My Projects': the create tile, then the projects, newest first. */
export function ProjectsSection({ projects, now, onCreate }: ProjectsSectionProps) {
  const { t } = useTranslation();
  const { actions } = useStores();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [toDelete, setToDelete] = useState<ProjectSummary | null>(null);

  const remove = async (project: ProjectSummary): Promise<void> => {
    await actions.deleteProject(project.projectId);
    // The dialog first: while it is open nothing behind it takes the focus, and closing it moves the focus too.
    // By now it may ask about another project.
    flushSync(() => setToDelete((asked) => (asked === project ? null : asked)));
    // The button that opened the question has gone with its card.
    title.current?.focus();
    announce('live.deleted');
  };

  return (
    <section aria-labelledby={titleId} aria-busy={projects === undefined} className={styles.section}>
      <div className={styles.heading}>
        <h2 id={titleId} ref={title} tabIndex={-1} className={styles.title}>
          {t('dashboard.projects')}
        </h2>
        <Button look="quiet" onClick={() => notify(UNDER_DEVELOPMENT)}>
          {t('dashboard.allProjects')}
        </Button>
      </div>
      <ul className={styles.grid}>
        <li>
          <CreateTile onPress={onCreate} />
        </li>
        {projects === undefined &&
          SKELETONS.map((place) => (
            <li key={place}>
              <ProjectCardSkeleton />
            </li>
          ))}
        {projects?.map((project) => (
          <li key={project.projectId}>
            <ProjectCard project={project} now={now} onDelete={() => setToDelete(project)} />
          </li>
        ))}
      </ul>
      {toDelete && (
        <DeleteModal projectName={toDelete.name} onDelete={() => remove(toDelete)} onClose={() => setToDelete(null)} />
      )}
    </section>
  );
}
