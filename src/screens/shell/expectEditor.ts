import type { RootStore } from '../../stores/RootStore';

export const loadEditorScreen = () => import('../editor/EditorScreen');

/** The project's id as it stands in an address; null when it is none. */
export const asProjectId = (pid: string): number | null =>
  /^[1-9]\d*$/.test(pid) && Number.isSafeInteger(Number(pid)) ? Number(pid) : null;

/** Sends for the editor and the project, so that they are on their way while the page around them is being made. */
export function expectEditor(stores: RootStore, pid: number): void {
  void loadEditorScreen().catch(() => undefined);
  stores.expectProject(pid);
}

/** As `expectEditor`, when the address is an editor's. */
export function expectEditorAt(stores: RootStore, path: string): void {
  const [, pid] = /^\/main\/([^/]+)$/.exec(path) ?? [];
  const projectId = pid === undefined ? null : asProjectId(pid);
  if (projectId !== null) expectEditor(stores, projectId);
}
