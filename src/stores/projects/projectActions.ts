import type { Api } from '../../api';
import { isProjectGone, isQuota } from '../../api/ApiFailure';
import { DEFAULT_PROJECT_NAME } from '../../api/contract';
import { NEW_SNAPSHOT } from '../sync/opening/readSnapshot';
import type { LocalCopies } from '../sync/device/LocalCopies';
import type { Thumbnails } from '../sync/device/Thumbnails';
import { readLastMember } from '../lastMember';
import type { Clock, RecordStore, NewId } from '../ports';
import type { CardActions } from './cardActions';
import type { ProjectsStore } from './ProjectsStore';

interface ProjectActionDeps {
  readonly api: Pick<Api, 'projects'>;
  readonly projects: ProjectsStore;
  readonly cards: Pick<CardActions, 'forgetFailed'>;
  readonly thumbnails: Thumbnails;
  readonly copies: LocalCopies;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Resolves when the last save of a project that was left has been answered. */
  readonly left: (pid: number) => Promise<void>;
}

export type ProjectActions = ReturnType<typeof createProjectActions>;

export const createProjectActions = ({
  api,
  projects,
  cards,
  thumbnails,
  copies,
  records,
  clock,
  newId,
  left,
}: ProjectActionDeps) => {
  /**
   * Keys by the names of the creations that have failed since the modal was opened: an answer may have been lost, so asking again for the
   * same must not make two. A later modal asks for another project, even by the same name.
   */
  let failed = new Map<string, string>();

  return {
    /** Call it when the modal opens. */
    beginCreating(): void {
      failed = new Map();
    },

    /** Returns the new project's id, 'full' when the member may have no more, or null when it could not be created: the modal stays open. */
    async createProject(givenName: string): Promise<number | 'full' | null> {
      // The modal may be closed, and opened anew, before the answer comes.
      const failedHere = failed;
      const name = givenName.trim() || DEFAULT_PROJECT_NAME;
      const key = failedHere.get(name) ?? newId();
      try {
        const head = await api.projects.create(name, JSON.stringify(NEW_SNAPSHOT), key);
        failedHere.delete(name);
        void projects.refresh();
        return head.projectId;
      } catch (error) {
        failedHere.set(name, key);
        console.warn('Failed to upload snapshot to server', error);
        return isQuota(error) ? 'full' : null;
      }
    },

    /** Deletes on the server, then everything of the project on this device, and reloads the list; rejects unless the server has it no longer. */
    async deleteProject(projectId: number): Promise<void> {
      // It may be the one whose answer was lost.
      failed = new Map();
      cards.forgetFailed();
      // A save that finds the project gone keeps its work as a new project.
      await left(projectId);
      const member = await readLastMember(records, clock);
      if (member) await copies.sent(projectId, member.memberId);
      try {
        await api.projects.remove(projectId);
      } catch (error) {
        // The answer of an earlier try may have been lost, or another tab was first.
        if (!isProjectGone(error)) {
          console.error('error while saving project', error);
          throw error;
        }
      }
      thumbnails.remove(projectId);
      if (member) await copies.forget(projectId, member.memberId);
      await projects.refresh();
    },
  };
};
