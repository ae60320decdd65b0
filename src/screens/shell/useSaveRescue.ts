import { useLocation } from 'wouter';
import { downloadFile } from '../../ui/downloadFile';
import { useStores } from '../StoresContext';

/** A person's ways to rescue work that saving alone cannot put back. */
export function useSaveRescue(): { readonly keepAsProject: () => void; readonly takeAside: () => void } {
  const stores = useStores();
  const [, navigate] = useLocation();

  /** Opens the new project; while it cannot be created, saving keeps trying and says so. */
  const keepAsProject = async (): Promise<void> => {
    const { session } = stores;
    const projectId = await session?.open?.keepAsProject();
    if (typeof projectId === 'number' && stores.session === session) navigate(`/main/${projectId}`);
  };

  const takeAside = async (): Promise<void> => {
    const { session, project } = stores;
    const aside = await session?.open?.readAside();
    if (!session?.open || !aside) return;
    const text = JSON.stringify([...aside.values()], null, 2);
    downloadFile(new Blob([text], { type: 'application/json' }), `${project.projectName ?? 'mulgil'}.json`);
    await session.open.noteAsideTaken(aside);
  };

  return { keepAsProject: () => void keepAsProject(), takeAside: () => void takeAside() };
}
