import type { Browser } from 'playwright-core';
import { within } from '../../../bench/canvas/within';
import { Round, type Trouble } from './Round';
import type { Backend } from './Backend';
import { EDITS_DONE } from './edits';
import { HAPPENINGS } from './faults';
import { believe, settle } from './settle';
import { FAULTS, SEATS, type Edit, type Plan, type Step } from './steps';

export interface RoundResult {
  readonly plan: Plan;
  readonly log: readonly string[];
  readonly troubles: readonly Trouble[];
  readonly edits: number;
  readonly faults: number;
  readonly copies: number;
  readonly ms: number;
}

/** Much more than a step takes on a busy machine. One that never ends is named, and its round goes on. */
const STEP_MS = 120_000;
const SETTLE_MS = 360_000;

const isEdit = (what: Step['what']): what is Edit => what in EDITS_DONE;

async function take(round: Round, { what, seat, n, m }: Step): Promise<void> {
  const tab = round.tabs[seat];
  if (!isEdit(what)) {
    if (what in FAULTS) round.faults += 1;
    round.tell(`${seat}: ${await HAPPENINGS[what]({ round, seat, tab, profile: tab.profile, n, m })}`);
    return;
  }
  const view = await tab.look();
  const { page } = tab;
  if (!page || view.status !== 'ready') return;
  const done = await EDITS_DONE[what]({ round, seat, page, view, n, m });
  round.tell(`${seat} ${done ?? `finds nothing to ${what}`}`);
}

let rounds = 0;

/** Plays one round by its plan, with a member of its own. */
export async function runRound(browser: Browser, backend: Backend, plan: Plan): Promise<RoundResult> {
  const begun = Date.now();
  rounds += 1;
  const round = await Round.begin(browser, backend, plan, `member ${plan.seed} ${rounds}`);
  try {
    for (const step of plan.steps) {
      // A page that crashes or is closed meanwhile ends the step.
      const taken = take(round, step).catch((error: unknown) =>
        round.tell(`${step.seat} could not ${step.what}: ${String(error).split('\n')[0]}`),
      );
      await within(STEP_MS, `${step.seat}: ${step.what}`, taken).catch((error: unknown) =>
        round.blame('error', String(error)),
      );
      if (step.what === 'wait') for (const seat of SEATS) await believe(round, seat);
    }
    round.tell('all troubles end');
    await within(SETTLE_MS, 'coming to rest', settle(round)).catch((error: unknown) =>
      round.blame('error', String(error)),
    );
    const { log, troubles, faults, deeds } = round;
    const copies = (await round.found()).copies.length;
    return { plan, log, troubles, edits: deeds.count, faults, copies, ms: Date.now() - begun };
  } finally {
    await round.end();
  }
}
