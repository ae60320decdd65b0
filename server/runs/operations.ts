import { patchBehind } from '../../src/api/contract';
import type { Operation } from '../http/openapi/Operation';

const base = { tag: 'runs', access: 'member' } as const;
const PROJECT = '`projectNotFound`: the member has no such project.';
const BEHIND = {
  when: '`revisionBehind`: the canvas is at another revision.',
  content: { 'application/json': patchBehind },
};
const TOO_MANY =
  '`tooManySteps`: more than 10,000 cells times results, or more than 32 MiB of requests and kept texts together.';
const BUSY = '`canvasBusy`, `workInterrupted`: try again in a moment.';

export const PLAN_RUN: Operation = {
  ...base,
  id: 'planRun',
  summary: 'What a run over these nodes would do',
  description:
    'Nothing is asked of an engine. Steps that are `kept` have their picture already, those that are `blocked` say why. A price that nobody knows is not counted as 0.',
  answers: { 200: { when: 'The steps, each after those it depends on.' } },
  failures: { 404: PROJECT, 412: BEHIND, 413: TOO_MANY, 503: BUSY },
};

const BLOCKED = '`memberBlocked`: the member was blocked while the request was on its way.';
const RUN = '`runNotFound`: the member has no such run.';
const LIMITS =
  '`limitDay`, `limitDayAll`, `budget`: nothing may start today; `retryAt` says until when. `limitRuns`: the member has 20,000 steps under way.';

export const START_RUN: Operation = {
  ...base,
  id: 'startRun',
  summary: 'Run these nodes',
  description:
    'It goes on without anybody, whichever server is there, over the canvas as it was planned. Each picture is put on the canvas once, by a patch of the server. Sent again with the same Idempotency-Key it is the same run, until it is deleted 30 days after its end.',
  headers: ['Idempotency-Key'],
  answers: { 202: { when: 'It is under way.' } },
  failures: {
    403: BLOCKED,
    404: PROJECT,
    412: BEHIND,
    413: TOO_MANY,
    422: '`keyReused`: the Idempotency-Key came with another wish.',
    429: LIMITS,
    503: BUSY,
  },
};

export const LIST_RUNS: Operation = {
  ...base,
  id: 'listRuns',
  summary: "A project's last runs, newest first",
  answers: { 200: { when: 'At most 20.' } },
  failures: { 404: PROJECT, 503: '`serverBusy`: their steps are many, and there is no memory for them now.' },
};

export const READ_RUN: Operation = {
  ...base,
  id: 'getRun',
  summary: 'How a run stands',
  answers: { 200: { when: 'Its steps, each after those it depends on.' } },
  failures: { 404: RUN },
};

export const RETRY_RUN: Operation = {
  ...base,
  id: 'retryRun',
  summary: 'Run what has failed again',
  description:
    'Steps that failed, were blocked or stopped, over the canvas as it is now. A call whose answer never came may be billed again. The retry of a run with `isFresh` stays fresh: results that the run has made come back as `kept`, and no others. It begins once the run has ended; sent again it is the same retry, whose own failures are tried again by its own id.',
  answers: { 202: { when: 'Another run is under way.' } },
  failures: {
    403: BLOCKED,
    404: `${RUN} ${PROJECT}`,
    409: '`nothingToRetry`: nothing of it has failed. `stillRunning`: it is fresh and has not ended.',
    412: BEHIND,
    413: TOO_MANY,
    429: LIMITS,
    503: BUSY,
  },
};

export const ABORT_RUN: Operation = {
  ...base,
  id: 'abortRun',
  summary: 'Stop a run',
  answers: { 204: { when: 'What runs is stopped, what waits does not start.' } },
  failures: { 404: RUN },
};
