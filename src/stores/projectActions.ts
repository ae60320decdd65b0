import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../api';
import { DEFAULT_PROJECT_NAME } from '../api/contract';
import { NEW_SNAPSHOT } from './diff/readSnapshot';
import type { LocalCopies } from './localCopies/LocalCopies';
import type { Thumbnails } from './localCopies/Thumbnails';
import { readLastMember } from './lastMember';
import type { Depot } from './ports';

interface ProjectActionDeps {
  readonly api: Pick<Api, 'projects'>;
  readonly queryClient: QueryClient;
  readonly thumbnails: Thumbnails;
  readonly copies: LocalCopies;
  readonly depot: Depot;
}

export type ProjectActions = ReturnType<typeof createProjectActions>;

export const createProjectActions = ({ api, queryClient, thumbnails, copies, depot }: ProjectActionDeps) => ({
  /** Answers the new project's id, or null when it could not be made: the modal stays open and nothing is shown. */
  async createProject(name: string): Promise<number | null> {
    try {
      const head = await api.projects.create(name.trim() || DEFAULT_PROJECT_NAME, JSON.stringify(NEW_SNAPSHOT));
      void queryClient.invalidateQueries({ queryKey: ['projects'] });
      return head.projectId;
    } catch (error) {
      console.warn('Failed to upload snapshot to server', error);
      return null;
    }
  },

  /** Deletes on the server, then everything of the project on this device, and reloads the list; rejects on failure. */
  async deleteProject(projectId: number): Promise<void> {
    try {
      await api.projects.remove(projectId);
    } catch (error) {
      console.error('error while saving project', error);
      throw error;
    }
    thumbnails.remove(projectId);
    const member = await readLastMember(depot);
    if (member) await copies.forget(projectId, member.memberId);
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  },
});
