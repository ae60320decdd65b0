import type { Api } from '../../api';
import { isProjectGone } from '../../api/ApiFailure';
import { PROJECTS_MAX_PAGE, type ProjectSummary } from '../../api/contract';
import { readLastMember } from '../lastMember';
import type { LocalCopies } from '../sync/device/LocalCopies';
import type { Thumbnails } from '../sync/device/Thumbnails';
import type { Clock, RecordStore, NewId } from '../ports';
import type { UnsentNames } from '../sync/device/UnsentNames';
import { nameWithSuffix } from './nameWithSuffix';
import type { ProjectsStore } from './ProjectsStore';

interface CardActionDeps {
  readonly api: Api;
  readonly projects: ProjectsStore;
  readonly copies: Pick<LocalCopies, 'recoverWork'>;
  readonly thumbnails: Thumbnails;
  readonly names: UnsentNames;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Resolves when the last save of a project that was left has been answered. */
  readonly left: (pid: number) => Promise<void>;
}

export type CardActions = ReturnType<typeof createCardActions>;

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

/** The actions on a project at its card, without opening it. */
export const createCardActions = ({
  api,
  projects,
  thumbnails,
  copies,
  names,
  records,
  clock,
  newId,
  left,
}: CardActionDeps) => {
  /** The canvas as the person left it, with the work that the server has not acknowledged. */
  const canvasOf = async (projectId: number, memberId: string | undefined): Promise<string> => {
    await left(projectId);
    const work = memberId === undefined ? null : await copies.recoverWork(projectId, memberId, 'onlooker');
    return work?.hasUnsent ? JSON.stringify(work.snapshot) : (await api.projects.read(projectId)).canvas;
  };

  /** The list shows some of them only. */
  const namesLike = async (name: string): Promise<ReadonlySet<string>> => {
    const like = await api.projects.list({ q: stemOf(name), sort: 'name', limit: PROJECTS_MAX_PAGE });
    return new Set(like.items.map((each) => each.name));
  };

  const copyThumbnail = async (projectId: number, picture: string, memberId: string | undefined): Promise<void> => {
    const { projects, files } = memberId === undefined ? api : api.forMember(memberId);
    try {
      if (picture.startsWith('/files/')) {
        await projects.sendThumbnail(projectId, await files.read(picture));
      } else {
        const timestamp = clock.now();
        await thumbnails.keep({ projectId: String(projectId), memberId, thumbnail: picture, timestamp });
      }
    } catch (error) {
      console.warn('the thumbnail could not be copied', error);
    }
  };

  return {
    /** Shows and sends the name at once; a name that could not be sent is kept and sent at the next start, as in the editor. */
    async rename(projectId: number, name: string): Promise<void> {
      const memberId = (await readLastMember(records, clock))?.memberId;
      projects.show(projectId, { name });
      if (memberId !== undefined) await names.keep(projectId, memberId, name);
      try {
        await api.projects.rename(projectId, name);
        if (memberId !== undefined) await names.keep(projectId, memberId, undefined);
        await projects.refresh();
      } catch (error) {
        console.warn('the project name could not be saved', error);
        if (!isProjectGone(error)) return;
        if (memberId !== undefined) await names.keep(projectId, memberId, undefined);
        await projects.refresh();
      }
    },

    /** Makes a project with the same canvas and picture; resolves with its name when the list has it. */
    async duplicate(project: ProjectSummary): Promise<string> {
      const memberId = (await readLastMember(records, clock))?.memberId;
      const name = duplicateName(project.name, await namesLike(project.name));
      const canvas = await canvasOf(project.projectId, memberId);
      const made = await api.projects.create(name, canvas, newId());
      if (project.thumbnail !== null) await copyThumbnail(made.projectId, project.thumbnail, memberId);
      await projects.refresh();
      return made.name;
    },
  };
};
