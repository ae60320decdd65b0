import { ApiFailure } from '../../api';
import type { ProjectHead } from '../../api/contract';
import type { ProjectsApi } from '../../api/projects';
import type { CopyId, WaitingCopy } from './device/WaitingCopies';

/**
 * Makes a project of a copy that waits, once for its id: what another page has made of the same state is answered again.
 * Rejects with the ApiFailure when the server does not take it.
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
      // Not quite what was sent under this key, such as by another name: rather a copy too many than one too few.
      if (!(error instanceof ApiFailure && error.code === 'idempotencyKeyReused')) throw error;
    }
  }
}
