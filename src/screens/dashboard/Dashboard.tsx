import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { backoffMs } from '../../stores/backoff';
import { notify } from '../../ui/toasts/notify';
import { QUOTA_REACHED } from '../notices';
import { useMember, useMemberAnswer, useLoginRequired } from '../useMember';
import { useStores } from '../StoresContext';
import { CreateModal } from './ProjectModals';
import styles from './Dashboard.module.css';
import { DashboardSkeleton } from './DashboardSkeleton';
import { DeviceSection } from './DeviceSection';
import { Greeting } from './Greeting';
import { ModelExplorer } from './ModelExplorer';
import { ProjectsSection } from './ProjectsSection';
import { TitleBanner } from './TitleBanner';
import { useNow } from '../useNow';
import { useProjectList, useProjectsHere } from './useProjectList';
import { useProjectSearch } from './ProjectTools';

interface FooterProps {
  readonly now: Date;
}

function Footer({ now }: FooterProps) {
  const { t } = useTranslation();
  return <footer className={styles.footer}>{t('dashboard.rights', { year: now.getFullYear() })}</footer>;
}

/** Asks again who is signed in, less and less often, while the server cannot say so but answers about the projects. */
function useMemberAgain(isUnknown: boolean): void {
  const { member } = useStores();
  useEffect(() => {
    if (!isUnknown) return undefined;
    let timer: number;
    let isWanted = true;
    const askLater = (failures: number): void => {
      timer = window.setTimeout(() => {
        void member.refresh().then(() => isWanted && askLater(failures + 1));
      }, backoffMs(failures));
    };
    askLater(0);
    return () => {
      isWanted = false;
      window.clearTimeout(timer);
    };
  }, [member, isUnknown]);
}

/** Members come for their projects, so those come first; visitors see first what is on offer. */
export const Dashboard = observer(function Dashboard() {
  const { actions } = useStores();
  const member = useMember();
  const answer = useMemberAnswer()?.reason;
  const isVisitor = answer === 'visitor';
  const tools = useProjectSearch();
  const list = useProjectList(tools.search);
  const isListUnread = list.isUnread && !isVisitor;
  const here = useProjectsHere(isListUnread && member !== undefined && list.projects === undefined, tools.search);
  useMemberAgain(answer === 'unknown' && list.projects !== undefined && !list.isUnread);
  const requireLogin = useLoginRequired();
  const [, navigate] = useLocation();
  const [isCreating, setIsCreating] = useState(false);
  const now = useNow();
  const projects = list.projects ?? (isListUnread ? [] : undefined);
  // Everything below the projects waits for them: it would be pushed down as they come.
  const isSettled = member === null || (member !== undefined && projects !== undefined);
  // The server could not say who is signed in, but this page or this device knows the last member's projects.
  const isKnownHere = member === null && !isVisitor && (here.length > 0 || list.projects !== undefined);
  const section = { now, list: { ...list, isUnread: isListUnread } };

  const openModal = (): void => {
    actions.beginCreating();
    setIsCreating(true);
  };

  const create = async (name: string): Promise<number | null> => {
    const made = await actions.createProject(name);
    if (made !== 'full') return made;
    notify(QUOTA_REACHED);
    return null;
  };

  return (
    <div className={styles.page}>
      <div className={styles.opening}>
        <TitleBanner />
        <Greeting member={member} />
      </div>
      {member === undefined && <DashboardSkeleton />}
      {member && <ProjectsSection {...section} tools={tools} projects={projects} onCreate={openModal} />}
      {isKnownHere && (
        <ProjectsSection {...section} tools={null} projects={list.projects ?? []} onCreate={requireLogin} />
      )}
      {here.length > 0 && <DeviceSection projects={here} now={now} />}
      {isSettled && <ModelExplorer />}
      {member === null && !isKnownHere && (
        <ProjectsSection {...section} tools={null} projects={[]} onCreate={requireLogin} />
      )}
      {isSettled && <Footer now={now} />}
      {isCreating && (
        <CreateModal
          onCreate={create}
          onCreated={(projectId) => navigate(`/main/${projectId}`)}
          onClose={() => setIsCreating(false)}
        />
      )}
    </div>
  );
});
