import type { Round } from './Round';
import { textOf } from './Deeds';
import { EDITS_DONE } from './edits';
import { differences, fieldsOf, seenFields, wordsKey } from './fields';
import { SEATS, type Seat } from './steps';
import { readEdges, type View } from './View';

/** Much more than the longest back-off, plus the time-out of a call in progress: a busy machine is slow. */
const REST_MS = 90_000;
const POLL_MS = 100;

const atAll = async (seats: readonly Seat[], run: (seat: Seat) => Promise<void>): Promise<void> => {
  await Promise.all(seats.map(run));
};

const isSaved = ({ save }: View): boolean => save === 'saved' || save === 'copyKept';

/** Expects a 'Saved' to be true: everything done there before is on the server or in a copy. */
export async function believe(round: Round, seat: Seat): Promise<void> {
  const { deeds, tabs } = round;
  const tab = tabs[seat];
  const at = round.now - POLL_MS;
  const view = await tab.look();
  if (view.status !== 'ready' || !isSaved(view)) return;
  const found = await round.found().catch(() => null);
  if (found) {
    const missing = deeds.missing(found).filter((deed) => deed.by === seat && deed.pid === tab.pid && deed.at <= at);
    // Work that an earlier page of this seat left now belongs to another tab, which has yet to say that it is saved.
    const own = missing.filter((deed) => deeds.isOfThisPage(deed));
    if (own.length > 0) round.blame('falseSaved', `${seat} says '${view.said}' without ${own.map(textOf).join(', ')}`);
    if (missing.length > 0) return;
  }
  deeds.acknowledge(seat, tab.pid, at);
}

/** Differences between the tab and the server; empty when they are equal. */
async function offFrom(round: Round, seat: Seat, view: View): Promise<string[]> {
  const { canvas } = await round.member.read(round.tabs[seat].pid);
  return differences(seenFields(view), fieldsOf(canvas));
}

/** Ends all troubles and reopens every canvas. */
async function calm(round: Round): Promise<void> {
  const { backend, profiles, tabs, deeds } = round;
  await backend.restart();
  for (const profile of profiles) {
    profile.line.mend();
    await profile.signIn();
    await profile.setOnline(true);
  }
  await Promise.all(profiles.map((profile) => profile.lookIn()));
  await atAll(SEATS, async (seat) => {
    const { status } = await tabs[seat].look();
    if (status === 'ready') return;
    deeds.crash(seat, round.now);
    await tabs[seat].open();
    const opened = await tabs[seat].lookUntil((view) => view.status === 'ready', REST_MS);
    round.tell(`${seat} opens: ${opened.status}`);
    if (opened.status !== 'ready') round.blame('notSaving', `${seat} cannot open its project: ${opened.status}`);
  });
  // The browser reports that the line is back, so that no tab waits for the longest back-off.
  for (const profile of profiles) await profile.setOnline(false);
  for (const profile of profiles) await profile.setOnline(true);
}

/** Waits until the tab says 'Saved' and shows what the server has. */
async function rest(round: Round, seat: Seat, when: string): Promise<void> {
  const tab = round.tabs[seat];
  const isAtRest = async (view: View): Promise<boolean> =>
    isSaved(view) && (await offFrom(round, seat, view)).length === 0;
  const view = await tab.lookUntil(isAtRest, REST_MS);
  if (!isSaved(view)) round.blame('notSaving', `${seat} says '${view.said}' ${when}`);
  const off = await offFrom(round, seat, view);
  if (off.length > 0) round.blame('divergence', `${seat} ${when}: ${off.join('; ')}`);
}

/** A tab at rest still saves. */
async function sayLastWord(round: Round, seat: Seat): Promise<void> {
  const tab = round.tabs[seat];
  const { page } = tab;
  const view = await tab.look();
  const said = page && view.status === 'ready' ? await EDITS_DONE.add({ round, seat, page, view, n: 0, m: 0 }) : null;
  round.tell(`${seat} ${said ?? 'cannot add its last word'}`);
  const words = /'(.*)'/.exec(said ?? '')?.[1];
  const isThere = async (): Promise<boolean> => {
    const { canvas } = await round.found();
    return [...canvas].some(([key, value]) => key.startsWith(wordsKey('')) && value === words);
  };
  const last = await tab.lookUntil(async (seen) => isSaved(seen) && (await isThere()), REST_MS);
  if (!(await isThere())) round.blame('notSaving', `${seat} no longer saves, and says '${last.said}'`);
}

/** Brings everything to rest and reports all failures. */
export async function settle(round: Round): Promise<void> {
  const { tabs, deeds, profiles } = round;
  await calm(round);
  await atAll(SEATS, (seat) => restAlone(round, seat));
  for (const seat of SEATS) await believe(round, seat);
  // Tabs of one browser follow each other; changes from another browser come with the next save.
  for (const profile of profiles) {
    const seats = SEATS.filter((seat) => tabs[seat].profile === profile);
    // One after the other: two that write into one new node at once have a conflict, and one of them its word in a copy.
    for (const seat of seats) await sayLastWord(round, seat);
    await atAll(seats, (seat) => rest(round, seat, 'at the end'));
  }
  await atAll(SEATS, async (seat) => {
    await tabs[seat].open();
    await rest(round, seat, 'opened anew');
    await comparePipes(round, seat);
  });
  const found = await round.found();
  const missing = deeds.missing(found);
  if (missing.length > 0) round.blame('loss', `nowhere: ${missing.map(textOf).join(', ')}`);
  for (const copy of deeds.needlessCopies(found)) round.blame('needlessCopy', copy);
  for (const { errors } of profiles) for (const error of errors) round.blame('error', error);
}

/** A tab follows another browser's changes with its next save only, so this checks the tab's own saving alone. */
async function restAlone(round: Round, seat: Seat): Promise<void> {
  const view = await round.tabs[seat].lookUntil(isSaved, REST_MS);
  if (!isSaved(view)) round.blame('notSaving', `${seat} says '${view.said}' when all troubles are over`);
}

async function comparePipes(round: Round, seat: Seat): Promise<void> {
  const tab = round.tabs[seat];
  if (!tab.page || (await tab.look()).status !== 'ready') return;
  const shown = [...(await readEdges(tab.page))].toSorted();
  const { edges } = (await round.member.read(tab.pid)).canvas;
  const kept = edges.map(({ id }) => id).toSorted();
  if (shown.join() !== kept.join())
    round.blame('divergence', `${seat} shows the pipes ${shown.join()}, not ${kept.join()}`);
}
