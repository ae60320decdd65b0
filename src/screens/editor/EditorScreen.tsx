import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useState } from 'react';
import { addWords } from '../../i18n/addWords';
import { outline } from '../../i18n/ko/outline';
import { editor } from '../../i18n/ko/editor';
import { flows } from '../../i18n/ko/flows';
import { frames } from '../../i18n/ko/frames';
import { hints } from '../../i18n/ko/hints';
import { lists } from '../../i18n/ko/lists';
import { mentions } from '../../i18n/ko/mentions';
import { menus } from '../../i18n/ko/menus';
import { nodeSettings } from '../../i18n/ko/nodeSettings';
import { sheets } from '../../i18n/ko/sheets';
import { runs } from '../../i18n/ko/runs';
import { takes } from '../../i18n/ko/takes';
import { wiring } from '../../i18n/ko/wiring';
import { writing } from '../../i18n/ko/writing';
import { NotFound } from '../shell/NotFound';
import { useStores } from '../StoresContext';
import { useLoginRequired } from '../useMember';
import styles from './EditorScreen.module.css';
import { OpeningFailed, OpeningSkeleton } from './OpeningScreens';
import { Workspace } from './Workspace';

addWords({
  ...outline,
  ...editor,
  ...flows,
  ...frames,
  ...menus,
  ...mentions,
  ...hints,
  ...takes,
  ...runs,
  ...nodeSettings,
  ...wiring,
  ...lists,
  ...sheets,
  ...writing,
});

/** The session ended between the door and the canvas: the create tile's toast and walk to the sign-in page. */
function VisitorLeaves() {
  const requireLogin = useLoginRequired();
  useEffect(requireLogin, [requireLogin]);
  return <OpeningSkeleton />;
}

interface EditorScreenProps {
  readonly pid: number;
}

/** The project canvas editor: opens the project for as long as it is shown, and leaves it in order. */
const EditorScreen = observer(function EditorScreen({ pid }: EditorScreenProps) {
  const stores = useStores();
  const [attempt, setAttempt] = useState(1);

  // Layout effects of a parent end before its children go: the stage is still there for the last thumbnail.
  useLayoutEffect(() => {
    const opened = stores.openProject(pid);
    return () => void stores.closeProject(opened);
  }, [stores, pid, attempt]);

  const session = stores.session?.pid === pid ? stores.session : null;
  const status = session?.status ?? 'loading';
  if (status === 'notFound') return <NotFound what="project" />;
  return (
    <div className={styles.screen} data-status={status}>
      <h1 className="visually-hidden">{stores.project.projectName}</h1>
      {session?.open && <Workspace key={attempt} session={session} open={session.open} />}
      {status === 'loading' && <OpeningSkeleton />}
      {status === 'visitor' && <VisitorLeaves />}
      {(status === 'failed' || status === 'offlineTooLong') && (
        <OpeningFailed
          isOfflineTooLong={status === 'offlineTooLong'}
          onTryAgain={() => setAttempt((count) => count + 1)}
        />
      )}
    </div>
  );
});

export default EditorScreen;
