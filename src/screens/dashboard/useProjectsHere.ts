import type { ProjectSummary } from '../../api/contract';
import type { ProjectSearch } from '../../stores/projects/ProjectList';
import { useStores } from '../StoresContext';
import { useResource } from '../useResource';

const NONE: readonly ProjectSummary[] = [];
const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** The projects this device could open by itself, searched as the server would; none while they are not wanted. */
export function useProjectsHere(isWanted: boolean, { q, sort }: ProjectSearch): readonly ProjectSummary[] {
  const { projects } = useStores();
  const known = useResource(isWanted ? projects.here : null)?.data ?? NONE;
  const found = known.filter(({ name }) => folded(name).includes(folded(q)));
  return sort === 'name' ? found.toSorted((a, b) => (folded(a.name) < folded(b.name) ? -1 : 1)) : found;
}
