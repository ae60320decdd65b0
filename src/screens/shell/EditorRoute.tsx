import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Cancel } from '../../stores/ports';
import type { RootStore } from '../../stores/RootStore';
import { useStores } from '../StoresContext';
import { useMemberAnswer, useLoginRequired } from '../useMember';
import type { EditorCode } from './EditorCode';
import { NotFound } from './NotFound';
import { PageLoading } from './PageLoading';

/** The project id in an address; null when it is none. */
function asProjectId(pid: string): number | null {
  const projectId = /^\d+$/.test(pid) ? Number(pid) : 0;
  return projectId > 0 && Number.isSafeInteger(projectId) ? projectId : null;
}

/**
 * Requests the project and the editor's code early, while the page around them is being made. The project comes first:
 * it may be large, and a browser asks one server for only a few things at a time. Returns a function for when the page is left.
 */
function expectEditor(stores: RootStore, editor: EditorCode, pid: number): Cancel {
  const giveUp = stores.expectProject(pid);
  editor.expect();
  return giveUp;
}

/** Calls `expectEditor` when the address is an editor's. */
export function expectEditorAt(stores: RootStore, editor: EditorCode, path: string): void {
  const [, pid] = /^\/main\/([^/]+)$/.exec(path) ?? [];
  const projectId = pid === undefined ? null : asProjectId(pid);
  if (projectId !== null) expectEditor(stores, editor, projectId);
}

interface EditorRouteProps {
  readonly editor: EditorCode;
  /** The project's id as in the address. */
  readonly pid: string;
}

interface EditorDoorProps {
  readonly editor: EditorCode;
  readonly pid: number;
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
const EditorDoor = observer(function EditorDoor({ editor, pid }: EditorDoorProps) {
  const stores = useStores();
  const answer = useMemberAnswer();
  // The editor is loaded while the server says who is signed in.
  useEffect(() => expectEditor(stores, editor, pid), [stores, editor, pid]);
  const [isIn, setIsIn] = useState(false);
  if (!isIn && answer && answer.reason !== 'visitor') setIsIn(true);
  if (isIn) return <editor.Screen pid={pid} />;
  return answer ? <VisitorAtTheDoor /> : <PageLoading />;
});

export function EditorRoute({ editor, pid }: EditorRouteProps) {
  const projectId = asProjectId(pid);
  return projectId === null ? (
    <NotFound what="project" />
  ) : (
    <EditorDoor key={projectId} editor={editor} pid={projectId} />
  );
}
