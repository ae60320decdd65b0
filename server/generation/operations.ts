import { imageEvent } from '../../src/api/contractStream';
import type { Operation } from '../http/openapi/Operation';

const base = { tag: 'generation', access: 'member' } as const;
const PROJECT = '`projectNotFound`: the member has no such project.';
const JOB = '`jobNotFound`: the member has no such job.';
const BLOCKED = '`memberBlocked`: the member was blocked while the request was on its way.';
const LIMITS =
  '`limitMinute`, `limitConcurrent`, `limitDay`, `limitDayAll`, `budget`: a limit of the member or of the installation, `retryAt` says until when';
const STREAM = {
  when: "The job's events, from its start to its end.",
  content: {
    'text/event-stream': {
      text: 'Each event is `data: ` and an ImageEvent as JSON, then a blank line; lines that begin with a colon only keep the stream alive. Skip events you do not know.',
      each: imageEvent,
    },
  },
};

export const MAKE_PICTURE: Operation = {
  ...base,
  id: 'generateImage',
  summary: 'Make a picture',
  description:
    'A picture is a job: it goes on when the stream is left. Sent again with the same Idempotency-Key the request joins the same job.',
  headers: ['Idempotency-Key'],
  answers: { 200: STREAM },
  failures: {
    400: '`nothingToGenerate`, `notAPicture`, `foreignPicture`, `pictureMissing`, `modelGone`, `notOffered`: nothing can be made from this.',
    403: BLOCKED,
    404: PROJECT,
    413: '`tooManyItems`, `tooManyPictures`, `tooManyWords`, `keyTooLong`: at most 200 items, those in groups counted, 14 pictures, 32 KiB of words as UTF-8, 200 characters a key. `pictureTooLarge`: a picture has more bytes or pixels than are taken. `quota`: the storage of the member is full, or has no room for a picture that came as a data URL.',
    415: '`notAPicture`: a picture is of a kind that is not taken.',
    422: '`keyReused`: the Idempotency-Key came with another wish. `pictureUnreadable`: a picture is damaged. `takesNoPictures`, `takesFewerPictures`: the model does not take so many.',
    429: `${LIMITS}; \`tooManyStreams\`, \`quota\`, \`quotaDay\`: too many streams, or a limit of the engine.`,
    503: '`unreachable`, `overloaded`, `keyRefused`, `noQuota`, `noModel`: the engine cannot be asked now. `storeUnavailable`, `picturesBusy`: a picture cannot be read now.',
  },
};

export const WRITE_TEXT: Operation = {
  ...base,
  id: 'generateText',
  summary: 'Write a text',
  description:
    'What the words and pictures of the request ask for, by the text model of the server; a job as a picture is one, whose finished text is whole. `words` events tell more of it while it is written.',
  headers: ['Idempotency-Key'],
  answers: { 200: STREAM },
  failures: {
    400: '`nothingToGenerate`, `notAPicture`, `foreignPicture`, `pictureMissing`: nothing can be written from this.',
    403: BLOCKED,
    404: PROJECT,
    413: MAKE_PICTURE.failures?.[413] ?? '',
    415: '`notAPicture`: a picture is of a kind that is not taken.',
    422: '`keyReused`: the Idempotency-Key came with another wish. `pictureUnreadable`: a picture is damaged.',
    429: `${LIMITS}; \`tooManyStreams\`, \`quota\`, \`quotaDay\`: too many streams, or a limit of the engine.`,
    501: '`noTextModel`: nothing here can write, which `write` of `GET /capabilities` says, too.',
    503: '`unreachable`, `overloaded`, `keyRefused`, `noQuota`, `noModel`: the engine cannot be asked now. `storeUnavailable`, `picturesBusy`: a picture cannot be read now.',
  },
};

export const READ_JOB: Operation = {
  ...base,
  id: 'readJobEvents',
  summary: "A job's event stream from its start",
  answers: { 200: STREAM },
  failures: { 404: JOB, 429: '`tooManyStreams`: too many are being read at once.' },
};

export const ABORT_JOB: Operation = {
  ...base,
  id: 'abortJob',
  summary: 'Stop a job',
  answers: { 204: { when: 'It has ended.' } },
  failures: { 404: JOB },
};

export const LIST_JOBS: Operation = {
  ...base,
  id: 'listJobs',
  summary: 'The jobs of a project, oldest first',
  answers: {
    200: {
      when: "Those that run, began or ended since then, or made that picture; with nodeId that node's. At most the newest 500.",
    },
  },
  failures: { 404: PROJECT },
};

/** The failures of a text engine, in any call. */
const TEXT_FAILURES = {
  403: BLOCKED,
  422: '`refused`, `refusedSafety`, `refusedProhibited`, `refusedPersonal`, `refusedWord`, `refusedPicture`, `refusedWork`: the engine declined.',
  429: `${LIMITS}; \`quota\`, \`quotaDay\`: the engine has been asked too much.`,
  502: '`empty`, `unreadable`: the engine answered, but nothing that can be used.',
  503: {
    when: '`databaseAway`, `databaseBusy`, `serverBusy`, `unreachable`, `overloaded`, `keyRefused`, `noQuota`, `noModel`: it cannot be asked now. `aborted`: the server is closing.',
    headers: ['Retry-After?'],
  },
  504: '`timeout`: the engine took too long.',
} satisfies Operation['failures'];
const NO_TEXT_MODEL = '`noTextModel`: nothing here can write, which `write` of `GET /capabilities` says, too.';

export const ANALYZE: Operation = {
  ...base,
  id: 'analyzeText',
  summary: "Group a text's words",
  answers: { 200: { when: 'Groups of words by key.' } },
  failures: {
    ...TEXT_FAILURES,
    400: '`nothingToAnalyse`: there are no words.',
    413: '`tooLarge`: more than the engine takes.',
  },
};

export const DESCRIBE: Operation = {
  ...base,
  id: 'describePicture',
  summary: 'Describe a picture in words to make another from',
  description: 'A kept picture of the member, by its address. It counts as an analysis does.',
  answers: { 200: { when: 'One paragraph in the language that was asked for.' } },
  failures: {
    ...TEXT_FAILURES,
    400: '`foreignPicture`, `pictureMissing`: no kept picture of the member has this address.',
    413: '`tooLarge`, `pictureTooLarge`: more than the engine takes.',
    422: `${TEXT_FAILURES[422]} \`takesNoPictures\`: it has no eyes. \`pictureUnreadable\`: the picture is damaged.`,
    501: NO_TEXT_MODEL,
    503: {
      ...TEXT_FAILURES[503],
      when: `${TEXT_FAILURES[503].when} \`storeUnavailable\`, \`picturesBusy\`: the picture cannot be read now.`,
    },
  },
};

export const IMPROVE: Operation = {
  ...base,
  id: 'improveText',
  summary: 'Write a wish for a picture anew',
  description: 'It keeps the language and all that the text asks for. It counts as an analysis does.',
  answers: { 200: { when: 'The new text.' } },
  failures: {
    ...TEXT_FAILURES,
    400: '`nothingToImprove`: there are no words.',
    413: '`tooLarge`: more than the engine takes.',
    501: NO_TEXT_MODEL,
  },
};
