import { JSON_SEQUENCE, openedHead, projectRecord, patchBehind } from '../../src/api/contract';
import { jsonPatch, pushedProject } from '../http/openapi/namedSchemas';
import type { Operation } from '../http/openapi/Operation';

const NOT_FOUND = '`projectNotFound`: the member has no such project.';
const BEHIND = '`revisionBehind`: the canvas was changed meanwhile. `revision` is where it is now';
const NAME_TOO_LONG = '`nameTooLong`: a name has at most 200 characters.';
const SNAPSHOT = '`invalidSnapshot`: the canvas is no snapshot.';
const INVALID_KEY = '`invalidIdempotencyKey`: it has no character, or more than 200.';
const QUOTA = '`quota`: the member has as much as they may.';
const BUSY = '`canvasBusy`, `workInterrupted`: try again in a moment.';

const base = { tag: 'projects', access: 'member' } as const;

export const LIST_PROJECTS: Operation = {
  ...base,
  id: 'listProjects',
  summary: "The member's projects, newest first",
  answers: { 200: { when: 'The list, or a page of it.', headers: ['Link?'] } },
  failures: { 400: '`invalidCursor`: `before` is not from a Link of this list.' },
};

export const CREATE_PROJECT: Operation = {
  ...base,
  id: 'createProject',
  summary: 'Create a project',
  description: '`canvas` is a snapshot as a JSON text, or empty for none yet. An empty name becomes Untitled.',
  headers: ['Idempotency-Key'],
  answers: { 201: { when: 'It is created.' } },
  failures: {
    400: INVALID_KEY,
    409: '`stillRunning`: the same project is still being created.',
    413: `${NAME_TOO_LONG} \`canvasTooLarge\`. ${QUOTA}`,
    422: `${SNAPSHOT} \`idempotencyKeyReused\`: the key came with another project.`,
    503: BUSY,
  },
};

export const OPEN_PROJECT: Operation = {
  ...base,
  id: 'getProject',
  summary: 'A project with its canvas',
  description: `Whoever accepts ${JSON_SEQUENCE} gets an OpenedHead and then, when there is one, the canvas itself, each a JSON text of its own.`,
  answers: {
    200: {
      when: 'As it is now.',
      content: {
        'application/json': projectRecord,
        [JSON_SEQUENCE]: {
          text: 'JSON texts, each behind a record separator (RFC 7464). The first one is an OpenedHead.',
          each: openedHead,
        },
      },
      headers: ['ETag'],
    },
  },
  failures: { 404: NOT_FOUND, 503: BUSY },
};

export const REPLACE_CANVAS: Operation = {
  ...base,
  id: 'pushProject',
  summary: 'Put a whole canvas in the place of what is there',
  description:
    'With `If-None-Match: *` only where there is no canvas yet. With a revision in `If-Match` the project keeps its name. Creates no project.',
  body: pushedProject,
  headers: ['If-Match', 'If-None-Match'],
  answers: { 200: { when: 'It is stored, a revision further.' } },
  failures: {
    400: '`pidMismatch`: the pid in the body is not the one in the address.',
    404: NOT_FOUND,
    412: { when: `${BEHIND}.`, content: { 'application/json': patchBehind } },
    413: `${NAME_TOO_LONG} \`canvasTooLarge\`. ${QUOTA}`,
    422: SNAPSHOT,
    503: BUSY,
  },
};

export const PATCH_CANVAS: Operation = {
  ...base,
  id: 'patchCanvas',
  summary: 'Change a canvas by a JSON Patch (RFC 6902)',
  description: 'Its root is the snapshot. All operations are done or none. An Idempotency-Key is kept for 24 hours.',
  body: jsonPatch,
  bodyTypes: ['application/json-patch+json'],
  headers: ['If-Match', 'Idempotency-Key'],
  answers: { 200: { when: 'It is stored, a revision further; an empty patch leaves the revision.' } },
  failures: {
    400: `\`notAPatch\`: the body is no JSON Patch. ${INVALID_KEY}`,
    404: NOT_FOUND,
    409: '`testFailed`, `pathMissing`: an operation does not fit the canvas. `noCanvas`: there is none yet. `stillRunning`: the same patch is still being applied.',
    412: {
      when: `${BEHIND}, and \`patches\` what was done since, while the server still has it.`,
      content: { 'application/json': patchBehind },
    },
    413: `\`patchTooLarge\`, \`tooManyOperations\`, \`canvasTooLarge\`: more than is taken. ${QUOTA} Only what makes the canvas longer is refused.`,
    422: `${SNAPSHOT} \`forbiddenPath\`: a path reaches for a prototype. \`idempotencyKeyReused\`: the key came with another patch.`,
    503: BUSY,
  },
};

export const RENAME_PROJECT: Operation = {
  ...base,
  id: 'renameProject',
  summary: 'Name a project',
  answers: { 200: { when: 'It has that name; the revision counts the canvas and stays.' } },
  failures: { 404: NOT_FOUND, 413: NAME_TOO_LONG },
};

export const DELETE_PROJECT: Operation = {
  ...base,
  id: 'deleteProject',
  summary: 'Delete a project',
  answers: { 204: { when: 'It is gone for its member.' } },
  failures: { 404: NOT_FOUND },
};

export const SET_THUMBNAIL: Operation = {
  ...base,
  id: 'setThumbnail',
  summary: 'Give a project its picture in the list',
  form: { field: 'thumbnail', description: 'A PNG of at most 16 MiB.' },
  answers: { 200: { when: 'It is stored; neither revision nor updatedAt has changed.' } },
  failures: {
    400: '`badForm`: the form did not arrive whole.',
    404: NOT_FOUND,
    413: `\`pictureTooLarge\`: it has more bytes or pixels than are taken. ${QUOTA}`,
    415: '`notMultipart`, `notAPicture`, `notAPng`: only PNG is taken, in a form.',
    422: '`fieldMissing`, `pictureUnreadable`: there is no picture, or it is damaged.',
    503: '`storeUnavailable`, `picturesBusy`: try again in a moment.',
  },
};
