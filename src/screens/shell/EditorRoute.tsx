import { observer } from 'mobx-react-lite';
import { lazy, useEffect, useState } from 'react';
import { useStores } from '../StoresContext';
import { useLoginRequired } from '../useLoginRequired';
import { useMemberAnswer } from '../useMember';
import { asProjectId, expectEditor, loadEditorScreen } from './expectEditor';
import { MissingScreen } from './MissingScreen';
import { NotFound } from './NotFound';
import { PageLoading } from './PageLoading';

const EditorScreen = lazy(() => loadEditorScreen().catch(MissingScreen.because));

interface EditorRouteProps {
  /** The project's id as in the address. */
  readonly pid: string;
}

function VisitorAtTheDoor() {
  const requireLogin = useLoginRequired();
  useEffect(requireLogin, [requireLogin]);
  return <PageLoading />;
}

/**
 * The door of the editor. A person who was let in stays in: a session that ends later concerns the save state, and does
 * not remove the canvas. A person whom the server cannot name is let in to their local copy.
 */
const EditorDoor = observer(function EditorDoor({ pid }: { readonly pid: number }) {
  const stores = useStores();
  const answer = useMemberAnswer();
  // The editor is loaded while the server says who is signed in.
  useEffect(() => expectEditor(stores, pid), [stores, pid]);
  const [isIn, setIsIn] = useState(false);
  if (!isIn && answer && answer.reason !== 'visitor') setIsIn(true);
  if (isIn) return <EditorScreen pid={pid} />;
  return answer ? <VisitorAtTheDoor /> : <PageLoading />;
});

export function EditorRoute({ pid }: EditorRouteProps) {
  const projectId = asProjectId(pid);
  return projectId === null ? <NotFound what="project" /> : <EditorDoor key={projectId} pid={projectId} />;
}
