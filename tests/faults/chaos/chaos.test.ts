import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser';
import { FAULT_ROUND, FAULT_SEED, isLong, msLeft } from '../support/faultRun';
import { Backend } from './Backend';
import { figuresOf, reportOf } from './figures';
import { Line } from './Line';
import { runRound, type RoundResult } from './runRound';
import { shrink } from './shrink';
import { dealFaults, FAULT_KINDS, planOf, type Plan } from './steps';

const ROUNDS = isLong ? 300 : 4;
const FAULTS_PER_ROUND = 5;
/** Rounds at the same time: most of a round is waiting. */
const LANES = isLong ? 3 : ROUNDS;
/** How often a long run repeats a failed round to find the necessary steps. */
const TRIES = isLong ? 12 : 0;
const TELL_EVERY = 20;
const TIMEOUT_MS = isLong ? 12 * 60 * 60_000 : 600_000;

let browser: Browser;
let backends: readonly Backend[];

beforeAll(async () => {
  browser = await launchBrowser([]);
  backends = await Promise.all(Array.from({ length: LANES }, begin));
}, 120_000);
afterAll(async () => {
  await browser.close();
  await Promise.all(backends.map((backend) => backend.end()));
});

async function begin(): Promise<Backend> {
  return Backend.start([await Line.open(), await Line.open()]);
}

const deals = dealFaults(FAULT_SEED, ROUNDS, FAULTS_PER_ROUND);

/** Plays a round; if it fails, also with as few steps as a few tries can find. */
async function play(round: number, backend: Backend): Promise<RoundResult> {
  const first = await runRound(browser, backend, planOf(FAULT_SEED + round, deals[round] ?? []));
  const kinds = new Set(first.troubles.map(({ kind }) => kind));
  if (kinds.size === 0) return first;
  console.info(reportOf(first, `FAULT_SEED=${FAULT_SEED} FAULT_ROUND=${round}`));
  let smallest = first;
  await shrink(first.plan, TRIES, async (plan: Plan) => {
    const again = await runRound(browser, backend, plan);
    const isSame = again.troubles.some(({ kind }) => kinds.has(kind));
    if (isSame) smallest = again;
    return isSame;
  });
  if (smallest !== first) console.info(reportOf(smallest, `round ${round} with fewer steps`));
  return first;
}

it(
  `loses nothing, copies nothing needlessly and shows the same everywhere in a real browser (seed ${FAULT_SEED})`,
  async () => {
    // A round without faults would pass whatever the app does.
    expect(FAULT_ROUND ?? 0, 'FAULT_ROUND needs FAULTS=long').toBeLessThan(deals.length);
    const rounds = FAULT_ROUND === null ? [...deals.keys()] : [FAULT_ROUND];
    const results: RoundResult[] = [];
    await Promise.all(
      backends.map(async (backend) => {
        for (let round = rounds.shift(); round !== undefined && msLeft() > 0; round = rounds.shift()) {
          results.push(await play(round, backend));
          if (results.length % TELL_EVERY === 0) console.info(figuresOf(results));
        }
      }),
    );
    console.info(figuresOf(results));
    expect(
      results.flatMap(({ plan, troubles }) => troubles.map(({ kind, text }) => ({ seed: plan.seed, kind, text }))),
    ).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

it('deals every kind of fault at least once', () => {
  expect(new Set(deals.flat())).toEqual(new Set(FAULT_KINDS));
});
