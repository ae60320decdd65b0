import { PROJECTS_MAX_PAGE, type ProjectSummary } from '../../api/contract';
import type { ProjectsApi } from '../../api/projects';
import { nameWithSuffix } from './nameWithSuffix';

const NUMBERED = /^(.*) \((\d{1,4})\)$/s;
const stemOf = (name: string): string => NUMBERED.exec(name)?.[1] ?? name;

/** 'Rivers' becomes 'Rivers (2)' and that 'Rivers (3)': takes the first number that none of the names has. */
export function duplicateName(name: string, names: ReadonlySet<string>): string {
  const [, stem = name, last = '1'] = NUMBERED.exec(name) ?? [];
  for (let number = Number(last) + 1; ; number += 1) {
    const candidate = nameWithSuffix(stem, ` (${number})`);
    if (!names.has(candidate)) return candidate;
  }
}

/** The member's projects whose names may be like this one; a screen's list shows some of them only. */
export const projectsLike = async (
  api: Pick<ProjectsApi, 'list'>,
  name: string,
): Promise<readonly Pick<ProjectSummary, 'projectId' | 'name'>[]> =>
  (await api.list({ q: stemOf(name), sort: 'name', limit: PROJECTS_MAX_PAGE })).items;
