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
  /** As it stands in the address. */
  readonly pid: string;
}

function VisitorAtTheDoor() {
  const requireLogin = useLoginRequired();
  useEffect(requireLogin, [requireLogin]);
  return <PageLoading />;
}

/**
 * The door of the editor. Who was let in stays in: a session that ends later is the save state's affair, not a
 * reason to take the canvas away. Someone whom the server could not tell who they are is let in to their local copy.
 */
const EditorDoor = observer(function EditorDoor({ pid }: { readonly pid: number }) {
  const stores = useStores();
  const answer = useMemberAnswer();
  // On its way while the server says who is there.
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
