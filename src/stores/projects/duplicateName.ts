import { DEFAULT_PROJECT_NAME, NAME_MAX, PROJECTS_MAX_PAGE, type ProjectSummary } from '../../api/contract';
import type { ProjectsApi } from '../../api/projects';

const NUMBERED = /^(.*) \((\d{1,4})\)$/s;
const stemOf = (name: string): string => NUMBERED.exec(name)?.[1] ?? name;

/** The name with an ending, cut before it where both are too long: at whole characters, which the server counts too. */
export const nameWithSuffix = (name: string, suffix: string): string =>
  Array.from(name || DEFAULT_PROJECT_NAME)
    .slice(0, NAME_MAX - suffix.length)
    .join('') + suffix;

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
