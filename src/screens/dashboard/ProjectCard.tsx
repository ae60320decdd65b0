import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ProjectSummary } from '../../api/contract';
import { relativeTime } from '../../i18n/relativeTime';
import { classNames } from '../../ui/classNames';
import { IconButton } from '../../ui/IconButton';
import { focusBack } from '../../ui/focusBack';
import { NameField } from '../../ui/NameField';
import { PipeDrawing } from '../../ui/PipeDrawing';
import { useStores } from '../StoresContext';
import { useRetriedPicture } from '../useRetriedPicture';
import styles from './ProjectCard.module.css';
import { HOME_ACTIONS } from '../../actions/projectActions';

interface ProjectCardProps {
  readonly project: ProjectSummary;
  readonly now: Date;
  /** Absent when nothing can be changed. */
  readonly actions?: {
    /** The name is trimmed. */
    readonly onRename: (name: string) => void;
    readonly onDuplicate: () => void;
    readonly isDuplicating: boolean;
    readonly onDelete: () => void;
  };
}

/** The stand-in for a project without a thumbnail. */
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
  const { api } = useStores();
  const url = source && api.files.resolveUrl(source);
  const { isBroken, onError } = useRetriedPicture(url);
  if (!url || isBroken) return <BlankThumbnail />;
  return <img src={url} alt="" loading="lazy" className={styles.thumbnail} onError={onError} />;
}

interface CaptionProps extends Pick<ProjectCardProps, 'project' | 'now'> {
  readonly children: ReactNode;
}

function Caption({ project, now, children }: CaptionProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.caption}>
      {children}
      <time className={styles.modified} dateTime={project.updatedAt}>
        {t('dashboard.lastModified', { when: relativeTime(project.updatedAt, now, t) })}
      </time>
    </span>
  );
}

/** A project: its picture, name and time lead into it, and its buttons change it without opening it. */
export function ProjectCard({ project, now, actions }: ProjectCardProps) {
  const { t } = useTranslation();
  const [isRenaming, setIsRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const name = project.name || t('shell.untitled');
  const picture = (
    <span className={styles.picture}>
      <Thumbnail source={project.thumbnail} />
    </span>
  );

  const endRenaming = (typed: string | null, isByKey: boolean): void => {
    setIsRenaming(false);
    if (typed !== null) actions?.onRename(typed);
    if (isByKey) focusBack(renameButton);
  };

  return (
    <article className={classNames(styles.card, actions && styles.hasActions)}>
      {isRenaming ? (
        <div className={styles.face}>
          {picture}
          <Caption project={project} now={now}>
            <NameField
              className={styles.field}
              name={project.name}
              label={t('shell.projectName')}
              placeholder={t('shell.untitled')}
              onClose={endRenaming}
            />
          </Caption>
        </div>
      ) : (
        <Link href={`/main/${project.projectId}`} className={styles.face}>
          {picture}
          <Caption project={project} now={now}>
            <span className={classNames(styles.name, project.name === '' && styles.untitled)} title={name}>
              {name}
            </span>
          </Caption>
        </Link>
      )}
      {actions && (
        <div className={styles.actions}>
          <IconButton
            ref={renameButton}
            icon="rename"
            label={t('dashboard.renameProject', { name })}
            className={styles.action}
            onClick={() => HOME_ACTIONS.rename.run(() => setIsRenaming(true))}
          />
          <IconButton
            icon="duplicate"
            label={t('dashboard.duplicateProject', { name })}
            className={styles.action}
            aria-disabled={actions.isDuplicating}
            onClick={() => {
              if (!actions.isDuplicating) HOME_ACTIONS.duplicate.run(actions.onDuplicate);
            }}
          />
          <IconButton
            icon="trash"
            look="danger"
            label={t('dashboard.deleteProject', { name })}
            className={styles.action}
            onClick={() => HOME_ACTIONS.remove.run(actions.onDelete)}
          />
        </div>
      )}
    </article>
  );
}
