import type { Api } from '../../api';
import type { ProjectHead, ProjectSummary } from '../../api/contract';
import { readLastMember } from '../lastMember';
import type { LocalCopies } from '../sync/device/LocalCopies';
import type { Thumbnails } from '../sync/device/Thumbnails';
import type { Clock, RecordStore, NewId } from '../ports';
import type { ProjectNames } from '../sync/ProjectNames';
import { duplicateName, projectsLike } from './duplicateName';
import type { ProjectsStore } from './ProjectsStore';

interface CardActionDeps {
  readonly api: Api;
  readonly projects: ProjectsStore;
  readonly copies: Pick<LocalCopies, 'recovery'>;
  readonly thumbnails: Thumbnails;
  readonly names: ProjectNames;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Resolves when the last save of a project that was left has been answered. */
  readonly left: (pid: number) => Promise<void>;
}

/** The request for a duplicate that failed. */
interface FailedDuplicate {
  /** The name of the original. */
  readonly of: string;
  readonly name: string;
  readonly canvas: string;
  readonly key: string;
}

export type CardActions = ReturnType<typeof createCardActions>;

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
  /** By the project: an answer may have been lost, so asking again for the same must not make two. */
  const failed = new Map<number, FailedDuplicate>();

  /** The canvas as the person left it, with the work that the server has not acknowledged. */
  const canvasOf = async (projectId: number, memberId: string | undefined): Promise<string> => {
    await left(projectId);
    const work = memberId === undefined ? null : await copies.recovery.recover(projectId, memberId, 'onlooker', true);
    return work?.hasUnsent ? JSON.stringify(work.snapshot) : (await api.projects.read(projectId)).canvas;
  };

  const unusedName = async (of: string): Promise<string> =>
    duplicateName(of, new Set((await projectsLike(api.projects, of)).map(({ name }) => name)));

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
      projects.show(projectId, { name });
      const memberId = (await readLastMember(records, clock))?.memberId;
      if (await names.give({ pid: projectId, memberId }, name)) await projects.refresh();
    },

    /** Makes a project with the same canvas and picture; resolves with its name when the list has it. */
    async duplicate(project: ProjectSummary): Promise<string> {
      const { projectId, name: of, thumbnail } = project;
      const memberId = (await readLastMember(records, clock))?.memberId;
      const canvas = await canvasOf(projectId, memberId);
      const earlier = failed.get(projectId);
      const asked =
        earlier?.of === of && earlier.canvas === canvas
          ? earlier
          : { of, name: await unusedName(of), canvas, key: newId() };
      let made: ProjectHead;
      try {
        made = await api.projects.create(asked.name, canvas, asked.key);
        failed.delete(projectId);
      } catch (error) {
        failed.set(projectId, asked);
        void projects.refresh();
        throw error;
      }
      if (thumbnail !== null) await copyThumbnail(made.projectId, thumbnail, memberId);
      await projects.refresh();
      return made.name;
    },

    /** A project is deleted, perhaps a duplicate whose answer was lost: the next ones are others. */
    forgetFailed(): void {
      failed.clear();
    },
  };
};
