import { ApiFailure } from '../../api';
import type { ProjectHead } from '../../api/contract';
import type { ProjectsApi } from '../../api/projects';
import type { CopyId, WaitingCopy } from './device/WaitingCopies';

/**
 * Creates the project of a conflict copy, once for its id: when another page has made it, the server gives the same
 * answer. Rejects with the ApiFailure when the server does not take it.
 */
export async function createCopy(
  api: Pick<ProjectsApi, 'create'>,
  { id, name, snapshot }: CopyId & WaitingCopy,
): Promise<ProjectHead> {
  const canvas = JSON.stringify(snapshot);
  for (let key = id; ; key += '-again') {
    try {
      return await api.create(name, canvas, key);
    } catch (error) {
      // The earlier request under this key differs a little, for example in its name: a copy too many is better than
      // one too few.
      if (!(error instanceof ApiFailure && error.code === 'idempotencyKeyReused')) throw error;
    }
  }
}
