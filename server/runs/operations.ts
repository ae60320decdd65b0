import { patchBehind } from '../../src/api/contract';
import type { Operation } from '../http/openapi/Operation';

const base = { tag: 'runs', access: 'member' } as const;
const PROJECT = '`projectNotFound`: the member has no such project.';
const BEHIND = {
  when: '`revisionBehind`: the canvas is at another revision.',
  content: { 'application/json': patchBehind },
};
const TOO_MANY = '`tooManySteps`: more than 10,000 nodes times results.';
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
