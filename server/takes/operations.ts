import type { Operation } from '../http/openapi/Operation';

const base = { tag: 'takes', access: 'member' } as const;
const TAKE = '`takeNotFound`: the member has no such take.';

export const LIST_PROJECT_TAKES: Operation = {
  ...base,
  id: 'listProjectTakes',
  summary: "The finished pictures of a project's nodes",
  description: 'Those of deleted nodes too: undo, restoring a version and deleting a node lose none.',
  answers: { 200: { when: 'The newest first, 50 without a limit.' } },
  failures: { 404: '`projectNotFound`: the member has no such project.' },
};

export const SEARCH_TAKES: Operation = {
  ...base,
  id: 'searchTakes',
  summary: "The member's library: finished pictures of all projects",
  answers: { 200: { when: 'The newest first, 50 without a limit.' } },
};

export const RATE_TAKE: Operation = {
  ...base,
  id: 'rateTake',
  summary: 'Rate a take',
  description: '1 to 5, -1 for a rejected one, null for none.',
  answers: { 200: { when: 'The take.' } },
  failures: { 404: TAKE },
};

export const DELETE_TAKE: Operation = {
  ...base,
  id: 'deleteTake',
  summary: 'Delete a take',
  description: 'It can be brought back for as many days as a project; after that its picture frees its bytes.',
  answers: { 204: { when: 'It is deleted.' } },
  failures: { 404: TAKE },
};

export const RESTORE_TAKE: Operation = {
  ...base,
  id: 'restoreTake',
  summary: 'Bring a deleted take back',
  answers: { 200: { when: 'The take.' } },
  failures: { 404: TAKE },
};

export const LIST_PICTURE_TAKES: Operation = {
  ...base,
  id: 'listPictureTakes',
  summary: 'What made this picture',
  answers: { 200: { when: "The member's takes with these bytes, in any project; the newest first, at most 50." } },
  failures: { 404: '`pictureNotFound`: there is none, or it is not theirs.' },
};
