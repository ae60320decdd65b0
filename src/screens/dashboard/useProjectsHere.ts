import { useQuery } from '@tanstack/react-query';
import type { ProjectSummary } from '../../api/contract';
import type { ProjectSearch } from '../../stores/queries';
import { useStores } from '../StoresContext';

const NONE: readonly ProjectSummary[] = [];
const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** The projects this device could open by itself, searched as the server would; none while they are not wanted. */
export function useProjectsHere(isWanted: boolean, { q, sort }: ProjectSearch): readonly ProjectSummary[] {
  const { queries } = useStores();
  const { data = NONE } = useQuery({ ...queries.projectsHere, enabled: isWanted });
  if (!isWanted) return NONE;
  const found = data.filter(({ name }) => folded(name).includes(folded(q)));
  return sort === 'name' ? found.toSorted((a, b) => (folded(a.name) < folded(b.name) ? -1 : 1)) : found;
}
