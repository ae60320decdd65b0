import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useLoginRequired } from '../useLoginRequired';
import { useMember } from '../useMember';
import { useStores } from '../StoresContext';
import { CreateModal } from './CreateModal';
import styles from './Dashboard.module.css';
import { DashboardSkeleton } from './DashboardSkeleton';
import { Footer } from './Footer';
import { Greeting } from './Greeting';
import { ModelExplorer } from './ModelExplorer';
import { ProjectsSection } from './ProjectsSection';
import { TitleBanner } from './TitleBanner';
import { useNow } from './useNow';

/** Members come for their projects, so those stand first; visitors see what there is to be had first. */
export function Dashboard() {
  const { queries, actions } = useStores();
  const member = useMember();
  const projects = useQuery(queries.projects).data;
  const requireLogin = useLoginRequired();
  const [, navigate] = useLocation();
  const [isCreating, setIsCreating] = useState(false);
  const now = useNow();
  // What stands below the projects waits for them: it would be pushed down as they come.
  const isSettled = member === null || (member !== undefined && projects !== undefined);

  return (
    <div className={styles.page}>
      <div className={styles.opening}>
        <TitleBanner />
        <Greeting member={member} />
      </div>
      {member === undefined && <DashboardSkeleton />}
      {member && <ProjectsSection projects={projects} now={now} onCreate={() => setIsCreating(true)} />}
      {isSettled && <ModelExplorer />}
      {member === null && <ProjectsSection projects={[]} now={now} onCreate={requireLogin} />}
      {isSettled && <Footer now={now} />}
      {isCreating && (
        <CreateModal
          onCreate={(name) => actions.createProject(name)}
          onCreated={(projectId) => navigate(`/main/${projectId}`)}
          onClose={() => setIsCreating(false)}
        />
      )}
    </div>
  );
}
