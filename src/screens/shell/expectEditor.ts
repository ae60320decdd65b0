import type { RootStore } from '../../stores/RootStore';

export const loadEditorScreen = () => import('../editor/EditorScreen');

/** The project id in an address; null when it is none. */
export function asProjectId(pid: string): number | null {
  const projectId = /^\d+$/.test(pid) ? Number(pid) : 0;
  return projectId > 0 && Number.isSafeInteger(projectId) ? projectId : null;
}

/**
 * Requests the project and the editor's code early, while the page around them is being made. The project comes first:
 * it may be large, and a browser asks one server for only a few things at a time.
 */
export function expectEditor(stores: RootStore, pid: number): void {
  stores.expectProject(pid);
  void loadEditorScreen().catch(() => undefined);
}

/** Calls `expectEditor` when the address is an editor's. */
export function expectEditorAt(stores: RootStore, path: string): void {
  const [, pid] = /^\/main\/([^/]+)$/.exec(path) ?? [];
  const projectId = pid === undefined ? null : asProjectId(pid);
  if (projectId !== null) expectEditor(stores, projectId);
}
