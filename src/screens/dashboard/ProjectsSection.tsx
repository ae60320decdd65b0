import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { DIALOG_ACTIONS } from '../../actions/dialogActions';
import { HOME_ACTIONS } from '../../actions/projectActions';
import type { ProjectSummary } from '../../api/contract';
import { causeOf } from '../../stores/causeOf';
import { ActionButton } from '../../ui/ActionButton';
import { Icon } from '../../ui/Icon';
import { announce } from '../../ui/live/announce';
import { notify } from '../../ui/toasts/notify';
import { usePassFocus } from '../../ui/usePassFocus';
import { DUPLICATE_FAILED, QUOTA_REACHED, UNDER_DEVELOPMENT } from '../notices';
import { useStores } from '../StoresContext';
import { DeleteModal } from './ProjectModals';
import { MoreProjects } from './MoreProjects';
import { ProjectCard } from './ProjectCard';
import { ProjectCardSkeleton } from './DashboardSkeleton';
import { ProjectTools, type useProjectSearch } from './ProjectTools';
import styles from './ProjectsSection.module.css';
import type { ProjectListState } from './useProjectList';

interface CreateTileProps {
  readonly onPress: () => void;
}

/** The first card of the grid: a project that is not there yet. */
function CreateTile({ onPress }: CreateTileProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.tile} onClick={() => HOME_ACTIONS.create.run(onPress)}>
      <span className={styles.sign}>
        <Icon name="plus" size={24} />
      </span>
      {t(HOME_ACTIONS.create.words)}
    </button>
  );
}

interface ProjectsSectionProps {
  /** Null for a visitor, who has no projects to search. */
  readonly tools: ReturnType<typeof useProjectSearch> | null;
  /** Undefined while they are read. */
  readonly projects: readonly ProjectSummary[] | undefined;
  readonly list: ProjectListState;
  readonly now: Date;
  readonly onCreate: () => void;
}

const SKELETONS = ['first', 'second', 'third'];

/** 'My Projects': the create tile, then the projects, newest first. */
export function ProjectsSection({ tools, projects, list, now, onCreate }: ProjectsSectionProps) {
  const { t } = useTranslation();
  const { actions, cards } = useStores();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const passFocus = usePassFocus(title);
  const grid = useRef<HTMLUListElement>(null);
  // After the button for more, which is far below by then, the focus goes to the first of the new cards.
  const goOnAt = useRef<number | null>(null);
  const [duplicating, setDuplicating] = useState<ReadonlySet<number>>(new Set());
  const [toDelete, setToDelete] = useState<ProjectSummary | null>(null);

  const remove = async (project: ProjectSummary): Promise<void> => {
    await actions.deleteProject(project.projectId);
    // The dialog closes first: while it is open nothing behind it takes the focus, and closing it moves the focus too.
    // By now it may ask about another project, or be cancelled.
    let isAsked = false;
    flushSync(() =>
      setToDelete((asked) => {
        isAsked = asked === project;
        return isAsked ? null : asked;
      }),
    );
    // The button that opened the dialog is gone with its card.
    if (isAsked || document.activeElement === document.body) title.current?.focus();
    announce('live.deleted');
  };

  const duplicate = async (project: ProjectSummary): Promise<void> => {
    setDuplicating((before) => new Set(before).add(project.projectId));
    try {
      const name = project.name || t('shell.untitled');
      announce('live.duplicated', { name: await cards.duplicate({ ...project, name }) });
    } catch (error) {
      console.warn('the project could not be duplicated', error);
      notify(causeOf(error) === 'full' ? QUOTA_REACHED : DUPLICATE_FAILED);
    }
    setDuplicating((before) => new Set([...before].filter((id) => id !== project.projectId)));
  };

  const { isLoadingMore } = list;
  const count = projects?.length ?? 0;
  useEffect(() => {
    const at = goOnAt.current;
    if (at === null || isLoadingMore) return;
    goOnAt.current = null;
    if (count <= at) return;
    announce('live.moreProjects', { count: count - at });
    grid.current?.querySelectorAll<HTMLElement>('article a')[at]?.focus();
  }, [count, isLoadingMore]);

  const query = tools?.search.q ?? '';
  return (
    <section aria-labelledby={titleId} aria-busy={list.isPending} className={styles.section}>
      <div className={styles.heading}>
        <h2 id={titleId} ref={title} tabIndex={-1} className={styles.title}>
          {t('dashboard.projects')}
        </h2>
        {tools && <ProjectTools {...tools} />}
        <ActionButton look="quiet" action={HOME_ACTIONS.all} target={() => notify(UNDER_DEVELOPMENT)} />
      </div>
      {list.isUnread && (
        <div className={styles.note} role="status">
          <Icon name="warning" />
          {t('dashboard.unread')}
          <ActionButton
            ref={passFocus}
            isBusy={list.isAsking}
            action={DIALOG_ACTIONS.tryAgain}
            target={list.askAgain}
          />
        </div>
      )}
      {projects?.length === 0 && query !== '' && !list.isUnread && !list.isPending && (
        <p className={styles.note} role="status">
          {t('dashboard.noMatch', { query })}
        </p>
      )}
      <ul ref={grid} className={styles.grid}>
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
            <ProjectCard
              project={project}
              now={now}
              actions={{
                onRename: (name) => void cards.rename(project.projectId, name),
                onDuplicate: () => void duplicate(project),
                isDuplicating: duplicating.has(project.projectId),
                onDelete: () => setToDelete(project),
              }}
            />
          </li>
        ))}
      </ul>
      {list.hasMore && <MoreProjects list={list} onPress={() => (goOnAt.current = count)} />}
      {toDelete && (
        <DeleteModal projectName={toDelete.name} onDelete={() => remove(toDelete)} onClose={() => setToDelete(null)} />
      )}
    </section>
  );
}
