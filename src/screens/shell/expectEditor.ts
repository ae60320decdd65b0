import type { RootStore } from '../../stores/RootStore';

export const loadEditorScreen = () => import('../editor/EditorScreen');

/** The number that stands in an address as a project's id; null when it is none. */
export function asProjectId(pid: string): number | null {
  const projectId = /^\d+$/.test(pid) ? Number(pid) : 0;
  return projectId > 0 && Number.isSafeInteger(projectId) ? projectId : null;
}

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
