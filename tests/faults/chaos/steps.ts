import fc from 'fast-check';

/** Two tabs of one browser and one tab of another, all of the same member. */
export const SEATS = ['left', 'right', 'away'] as const;
export type Seat = (typeof SEATS)[number];

export const EDITS = ['write', 'add', 'move', 'connect', 'remove', 'undo', 'renameRow', 'clash'] as const;
export type Edit = (typeof EDITS)[number];

/** Faults, each with the step that ends it; a crash ends when the tab is opened again. */
export const FAULTS = {
  killServer: 'restartServer',
  goOffline: 'goOnline',
  answerNotFound: 'mendLine',
  answerBadGateway: 'mendLine',
  answerUnavailable: 'mendLine',
  cutLine: 'mendLine',
  stall: 'mendLine',
  loseAnswers: 'mendLine',
  loseCopies: 'mendLine',
  crash: 'open',
  crashHoldingWork: 'openAndWriteOn',
  crashBrowser: 'openAll',
  reload: 'open',
  goHome: 'goBack',
  clearStorage: 'crashAndOpen',
  turnClock: 'turnClock',
  endSession: 'signIn',
  signOut: 'signIn',
  switchProject: 'switchProject',
} as const;
export type Fault = keyof typeof FAULTS;
type Ending = (typeof FAULTS)[Fault];

export const FAULT_KINDS = Object.keys(FAULTS) as readonly Fault[];

/** One step of a person, or one event; `n` and `m` choose among the things that exist by then. */
export interface Step {
  readonly what: Edit | Fault | Ending | 'wait';
  readonly seat: Seat;
  readonly n: number;
  readonly m: number;
}

export interface Plan {
  readonly seed: number;
  readonly projects: 1 | 2;
  readonly steps: readonly Step[];
}

const which = fc.nat({ max: 999 });
const seats = fc.constantFrom<Seat>('left', 'left', 'right', 'away', 'away');
const edits = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Edit>('write') },
  { weight: 4, arbitrary: fc.constant<Edit>('add') },
  { weight: 4, arbitrary: fc.constant<Edit>('move') },
  { weight: 3, arbitrary: fc.constant<Edit>('connect') },
  { weight: 2, arbitrary: fc.constant<Edit>('remove') },
  { weight: 2, arbitrary: fc.constant<Edit>('undo') },
  { weight: 3, arbitrary: fc.constant<Edit>('renameRow') },
  { weight: 2, arbitrary: fc.constant<Edit>('clash') },
);
const stepOf = (what: fc.Arbitrary<Step['what']>, seat: fc.Arbitrary<Seat>, n: fc.Arbitrary<number> = which) =>
  fc.record<Step>({ what, seat, n, m: which });
const pause = stepOf(fc.constant('wait'), seats, fc.constantFrom(60, 300, 700, 1300, 1300, 2600));
const doing = fc.oneof({ weight: 3, arbitrary: stepOf(edits, seats) }, { weight: 2, arbitrary: pause });
const doingAt = (seat: Seat) => fc.oneof(stepOf(edits, fc.constant(seat)), doing);

/** Steps of one fault, from before it to after its end. */
const block = (fault: Fault): fc.Arbitrary<Step[]> =>
  seats.chain((seat) => {
    const some = (max: number) => fc.array(doingAt(seat), { minLength: 1, maxLength: max, size: 'max' });
    return fc
      .tuple(some(2), which, which, some(4), some(1))
      .map(([before, n, m, during, after]) => [
        ...before,
        { what: fault, seat, n, m },
        ...during,
        { what: FAULTS[fault], seat, n: m, m: n },
        ...after,
      ]);
  });

/** Shuffles two rounds into one, each in its own order: faults overlap. */
const riffle = (one: readonly Step[], other: readonly Step[], turns: readonly boolean[]): Step[] => {
  const [left, right] = [[...one], [...other]];
  const shuffled = turns.flatMap((turn) => (turn ? left : right).shift() ?? []);
  return [...shuffled, ...left, ...right];
};

const STEPS_MAX = 80;

/** The steps and faults of one round; the same seed gives the same plan. */
export function planOf(seed: number, faults: readonly Fault[]): Plan {
  const half = Math.ceil(faults.length / 2);
  const steps = fc
    .tuple(
      fc.tuple(...faults.slice(0, half).map(block)),
      fc.tuple(...faults.slice(half).map(block)),
      fc.array(fc.boolean(), { minLength: STEPS_MAX, maxLength: STEPS_MAX }),
    )
    .map(([one, other, turns]) => riffle(one.flat(), other.flat(), turns));
  const plan = fc.record({ projects: fc.constantFrom<1 | 2>(1, 1, 2), steps });
  const [made] = fc.sample(fc.noBias(plan), { seed, numRuns: 1 });
  if (!made) throw new Error('no plan');
  return { seed, ...made };
}

/** The faults of each round, dealt so that no kind comes a second time before every kind has come once. */
export function dealFaults(seed: number, rounds: number, perRound: number): Fault[][] {
  const decks = Math.ceil((rounds * perRound) / FAULT_KINDS.length);
  const deck = fc.shuffledSubarray([...FAULT_KINDS], { minLength: FAULT_KINDS.length });
  const dealt = fc.sample(deck, { seed, numRuns: decks }).flat();
  return Array.from({ length: rounds }, (_, round) => dealt.slice(round * perRound, (round + 1) * perRound));
}
