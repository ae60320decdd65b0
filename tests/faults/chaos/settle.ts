import type { Afternoon } from './Afternoon';
import { textOf } from './Deeds';
import { EDITS_DONE } from './edits';
import { differences, fieldsOf, seenFields, wordsKey } from './fields';
import { SEATS, type Seat } from './steps';
import { readEdges, type View } from './View';

/** More than the longest back-off, plus the time-out of a call in progress. */
const REST_MS = 40_000;
const POLL_MS = 100;

const atAll = async (seats: readonly Seat[], run: (seat: Seat) => Promise<void>): Promise<void> => {
  await Promise.all(seats.map(run));
};

const isSaved = ({ save }: View): boolean => save === 'saved' || save === 'copyKept';

/** Expects a 'Saved' to be true: everything done there before is on the server or in a copy. */
export async function believe(afternoon: Afternoon, seat: Seat): Promise<void> {
  const { deeds, tabs } = afternoon;
  const tab = tabs[seat];
  const at = afternoon.now - POLL_MS;
  const view = await tab.look();
  if (view.status !== 'ready' || !isSaved(view)) return;
  const found = await afternoon.found().catch(() => null);
  if (found) {
    const missing = deeds.missing(found).filter((deed) => deed.by === seat && deed.pid === tab.pid && deed.at <= at);
    // Work that an earlier page of this seat left now belongs to another tab, which has yet to say that it is saved.
    const own = missing.filter((deed) => deeds.isOfThisPage(deed));
    if (own.length > 0)
      afternoon.blame('falseSaved', `${seat} says '${view.said}' without ${own.map(textOf).join(', ')}`);
    if (missing.length > 0) return;
  }
  deeds.acknowledge(seat, tab.pid, at);
}

/** Differences between the tab and the server; empty when they are equal. */
async function offFrom(afternoon: Afternoon, seat: Seat, view: View): Promise<string[]> {
  const { canvas } = await afternoon.member.read(afternoon.tabs[seat].pid);
  return differences(seenFields(view), fieldsOf(canvas));
}

/** Ends all troubles and reopens every canvas. */
async function calm(afternoon: Afternoon): Promise<void> {
  const { backend, profiles, tabs, deeds } = afternoon;
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
    deeds.crash(seat, afternoon.now);
    await tabs[seat].open();
    const opened = await tabs[seat].lookUntil((view) => view.status === 'ready', REST_MS);
    afternoon.tell(`${seat} opens: ${opened.status}`);
    if (opened.status !== 'ready') afternoon.blame('notSaving', `${seat} cannot open its project: ${opened.status}`);
  });
  // The browser reports that the line is back, so that no tab waits for the longest back-off.
  for (const profile of profiles) await profile.setOnline(false);
  for (const profile of profiles) await profile.setOnline(true);
}

/** Waits until the tab says 'Saved' and shows what the server has. */
async function rest(afternoon: Afternoon, seat: Seat, when: string): Promise<void> {
  const tab = afternoon.tabs[seat];
  const isAtRest = async (view: View): Promise<boolean> =>
    isSaved(view) && (await offFrom(afternoon, seat, view)).length === 0;
  const view = await tab.lookUntil(isAtRest, REST_MS);
  if (!isSaved(view)) afternoon.blame('notSaving', `${seat} says '${view.said}' ${when}`);
  const off = await offFrom(afternoon, seat, view);
  if (off.length > 0) afternoon.blame('divergence', `${seat} ${when}: ${off.join('; ')}`);
}

/** A tab at rest still saves. */
async function sayLastWord(afternoon: Afternoon, seat: Seat): Promise<void> {
  const tab = afternoon.tabs[seat];
  const { page } = tab;
  const view = await tab.look();
  const said =
    page && view.status === 'ready' ? await EDITS_DONE.add({ afternoon, seat, page, view, n: 0, m: 0 }) : null;
  afternoon.tell(`${seat} ${said ?? 'cannot add its last word'}`);
  const words = /'(.*)'/.exec(said ?? '')?.[1];
  const isThere = async (): Promise<boolean> => {
    const { canvas } = await afternoon.found();
    return [...canvas].some(([key, value]) => key.startsWith(wordsKey('')) && value === words);
  };
  const last = await tab.lookUntil(async (seen) => isSaved(seen) && (await isThere()), REST_MS);
  if (!(await isThere())) afternoon.blame('notSaving', `${seat} no longer saves, and says '${last.said}'`);
}

/** Brings everything to rest and reports all failures. */
export async function settle(afternoon: Afternoon): Promise<void> {
  const { tabs, deeds, profiles } = afternoon;
  await calm(afternoon);
  await atAll(SEATS, (seat) => restAlone(afternoon, seat));
  for (const seat of SEATS) await believe(afternoon, seat);
  // Tabs of one browser follow each other; changes from another browser come with the next save.
  for (const profile of profiles) {
    const seats = SEATS.filter((seat) => tabs[seat].profile === profile);
    // One after the other: two that write into one new node at once have a conflict, and one of them its word in a copy.
    for (const seat of seats) await sayLastWord(afternoon, seat);
    await atAll(seats, (seat) => rest(afternoon, seat, 'at the end'));
  }
  await atAll(SEATS, async (seat) => {
    await tabs[seat].open();
    await rest(afternoon, seat, 'opened anew');
    await comparePipes(afternoon, seat);
  });
  const found = await afternoon.found();
  const missing = deeds.missing(found);
  if (missing.length > 0) afternoon.blame('loss', `nowhere: ${missing.map(textOf).join(', ')}`);
  for (const copy of deeds.needlessCopies(found)) afternoon.blame('needlessCopy', copy);
  for (const { errors } of profiles) for (const error of errors) afternoon.blame('error', error);
}

/** A tab follows another browser's changes with its next save only, so this checks the tab's own saving alone. */
async function restAlone(afternoon: Afternoon, seat: Seat): Promise<void> {
  const view = await afternoon.tabs[seat].lookUntil(isSaved, REST_MS);
  if (!isSaved(view)) afternoon.blame('notSaving', `${seat} says '${view.said}' when all troubles are over`);
}

async function comparePipes(afternoon: Afternoon, seat: Seat): Promise<void> {
  const tab = afternoon.tabs[seat];
  if (!tab.page || (await tab.look()).status !== 'ready') return;
  const shown = [...(await readEdges(tab.page))].toSorted();
  const { edges } = (await afternoon.member.read(tab.pid)).canvas;
  const kept = edges.map(({ id }) => id).toSorted();
  if (shown.join() !== kept.join())
    afternoon.blame('divergence', `${seat} shows the pipes ${shown.join()}, not ${kept.join()}`);
}
