import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ProjectSummary } from '../../api/contract';
import { relativeTime } from '../../i18n/relativeTime';
import { classNames } from '../../ui/classNames';
import { IconButton } from '../../ui/IconButton';
import { PipeDrawing } from '../../ui/PipeDrawing';
import { useStores } from '../StoresContext';
import styles from './ProjectCard.module.css';

interface ProjectCardProps {
  readonly project: ProjectSummary;
  readonly now: Date;
  readonly onDelete: () => void;
}

/** What stands for a project that has no thumbnail yet. */
function BlankThumbnail() {
  return (
    <svg viewBox="0 0 200 150" className={styles.blank} aria-hidden="true" data-testid="blank-thumbnail">
      <rect x="24" y="36" width="52" height="40" rx="6" />
      <rect x="124" y="74" width="52" height="40" rx="6" />
      <PipeDrawing
        flow="text"
        width={8}
        corners={[
          [76, 56],
          [100, 56],
          [100, 94],
          [124, 94],
        ]}
      />
    </svg>
  );
}

function Thumbnail({ source }: { readonly source: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { api } = useStores();
  if (!source || source === broken) return <BlankThumbnail />;
  return (
    <img
      src={api.files.resolveUrl(source)}
      alt=""
      loading="lazy"
      className={styles.thumbnail}
      onError={() => setBroken(source)}
    />
  );
}

export function ProjectCard({ project, now, onDelete }: ProjectCardProps) {
  const { t } = useTranslation();
  const name = project.name || t('shell.untitled');
  return (
    <article className={styles.card}>
      <Link href={`/main/${project.projectId}`} className={styles.link}>
        <span className={styles.picture}>
          <Thumbnail source={project.thumbnail} />
        </span>
        <span className={styles.caption}>
          <span className={classNames(styles.name, project.name === '' && styles.untitled)} title={name}>
            {name}
          </span>
          <time className={styles.modified} dateTime={project.updatedAt}>
            {t('dashboard.lastModified', { when: relativeTime(project.updatedAt, now, t) })}
          </time>
        </span>
      </Link>
      <IconButton
        icon="trash"
        look="danger"
        label={t('dashboard.deleteProject', { name })}
        className={styles.delete}
        onClick={onDelete}
      />
    </article>
  );
}
