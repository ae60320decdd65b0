import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { HOME_ACTIONS } from '../../actions/projectActions';
import { ActionButton } from '../../ui/ActionButton';
import styles from './ProjectsSection.module.css';
import type { ProjectListState } from './useProjectList';

interface MoreProjectsProps {
  readonly list: Pick<ProjectListState, 'isUnread' | 'isLoadingMore' | 'loadMore'>;
  readonly onPress: () => void;
}

/** The end of the cards while there are more: the next ones load as it nears the window, or when it is pressed. */
export function MoreProjects({ list, onPress }: MoreProjectsProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const { isUnread, isLoadingMore, loadMore } = list;

  useEffect(() => {
    const end = button.current;
    // Scrolling does not ask again while the server does not answer.
    if (!end || isUnread || isLoadingMore) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) loadMore();
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [isUnread, isLoadingMore, loadMore]);

  const press = (): void => {
    onPress();
    loadMore();
  };

  return (
    <ActionButton ref={button} className={styles.more} isBusy={isLoadingMore} action={HOME_ACTIONS.more} target={press}>
      {isLoadingMore ? t('dashboard.loading') : undefined}
    </ActionButton>
  );
}
