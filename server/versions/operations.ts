import { snapshot } from '../../src/api/contract';
import type { Operation } from '../http/openapi/Operation';

const PROJECT = '`projectNotFound`: the member has no such project.';
const VERSION = `${PROJECT} \`versionNotFound\`: the project has no such version.`;
const TOO_MANY = '`tooManyVersions`: as many are kept as may be.';
const NAME_TOO_LONG = '`nameTooLong`: a name has at most 200 characters.';
const QUOTA = '`quota`: the member has as much as they may.';
const BUSY = '`canvasBusy`, `workInterrupted`: try again in a moment.';
const FULL = '`serverBusy`: the server holds as much as it can at once. Try again in a moment.';

const base = { tag: 'versions', access: 'member' } as const;

export const LIST_VERSIONS: Operation = {
  ...base,
  id: 'listVersions',
  summary: 'The versions of a project, newest first',
  answers: { 200: { when: 'Without their canvases.' } },
  failures: { 404: PROJECT },
};

export const KEEP_VERSION: Operation = {
  ...base,
  id: 'keepVersion',
  summary: 'Keep the canvas as it is now',
  answers: { 201: { when: 'It is kept until somebody deletes it.' } },
  failures: {
    404: PROJECT,
    409: `\`noCanvas\`: there is none yet. ${TOO_MANY}`,
    413: `${NAME_TOO_LONG} ${QUOTA}`,
    503: BUSY,
  },
};

export const READ_VERSION: Operation = {
  ...base,
  id: 'getVersion',
  summary: 'The canvas of a version',
  headers: ['If-None-Match'],
  answers: {
    200: { when: 'As it was.', content: { 'application/json': snapshot }, headers: ['ETag'] },
    304: { when: 'It is there already: a version never changes.', headers: ['ETag'] },
  },
  failures: { 404: VERSION, 503: `${BUSY} ${FULL}` },
};

export const NAME_VERSION: Operation = {
  ...base,
  id: 'renameVersion',
  summary: 'Name a version, which keeps it',
  answers: { 200: { when: 'It has that name.' } },
  failures: { 404: VERSION, 409: TOO_MANY, 413: NAME_TOO_LONG },
};

export const DELETE_VERSION: Operation = {
  ...base,
  id: 'deleteVersion',
  summary: 'Delete a version',
  answers: { 204: { when: 'It is gone.' } },
  failures: { 404: VERSION },
};

export const RESTORE_VERSION: Operation = {
  ...base,
  id: 'restoreVersion',
  summary: 'Put a version in the place of the canvas',
  description: 'The canvas as it was until then is kept as a version first.',
  answers: { 200: { when: 'It is stored, a revision further.' } },
  failures: { 404: VERSION, 413: QUOTA, 503: `${BUSY} ${FULL}` },
};
