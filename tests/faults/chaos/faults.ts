import type { Round } from './Round';
import { EDITS_DONE } from './edits';
import type { Traffic } from './Line';
import type { Profile } from './Profile';
import { SEATS, type Edit, type Seat, type Step } from './steps';
import type { Tab } from './Tab';

/** More than the last second, which a killed tab may lose. */
const KEPT_MS = 1500;
const TIMES = [1, 1, 2, 4, Number.POSITIVE_INFINITY];
const TRAFFIC: readonly Traffic[] = ['saves', 'calls', 'calls'];

interface Scene {
  readonly round: Round;
  readonly seat: Seat;
  readonly tab: Tab;
  readonly profile: Profile;
  readonly n: number;
  readonly m: number;
}

/** Returns a description of what happened. */
type Happening = (scene: Scene) => Promise<string>;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const pick = <T>(all: readonly T[], which: number): T => all[which % all.length] as T;

const seatsOf = ({ round }: Scene, profile: Profile): Seat[] =>
  SEATS.filter((seat) => round.tabs[seat].profile === profile);

const edit = async (what: Edit, { round, seat, tab, n, m }: Scene): Promise<string> => {
  const { page } = tab;
  const view = await tab.look();
  if (!page || view.status !== 'ready') return 'does nothing';
  return (await EDITS_DONE[what]({ round, seat, page, view, n, m })) ?? 'finds nothing to do';
};

const spoil =
  (trouble: Parameters<Profile['line']['spoil']>[0]): Happening =>
  async ({ profile, n, m }) => {
    const times = pick(TIMES, n);
    const traffic = pick(TRAFFIC, m);
    profile.line.spoil(trouble, traffic, times);
    return `the line: ${trouble} for ${times} of its ${traffic}`;
  };

const crash: Happening = async ({ round, tab, seat }) => {
  if (!tab.isOpen) return 'is not open';
  await tab.crash();
  round.deeds.crash(seat, round.now);
  return 'the tab crashes';
};

/** Expects that unsent work of this seat is shown by a tab of this browser, or is disputed. */
async function expectWork({ round, profile, seat, tab }: Scene): Promise<void> {
  const { deeds } = round;
  const shown = await Promise.all(seatsOf({ round } as Scene, profile).map((one) => round.tabs[one].look()));
  const { copies } = await round.found().catch(() => ({ copies: [] }));
  const unseen = deeds.unseen(shown, copies, seat, tab.pid);
  if (unseen.length === 0) return;
  round.blame('loss', `${seat} was opened again and does not show ${unseen.join(', ')}`);
}

const open: Happening = async (scene) => {
  const { round, tab, seat, profile } = scene;
  const wasOpen = tab.isOpen;
  if (wasOpen) round.deeds.crash(seat, round.now);
  const { status, save, said } = await tab.open();
  if (status === 'notFound') round.blame('notFound', `${seat} is told that its project is not there`);
  if (status === 'ready' && profile.isOnline) await expectWork(scene);
  return `${wasOpen ? 'loads the page again' : 'opens the tab'}: ${status}, says '${save ?? said}'`;
};

/** A crash with unsent work that is old enough to be in the journal. */
const crashHoldingWork: Happening = async (scene) => {
  const { profile } = scene;
  profile.line.spoil('badGateway', 'saves');
  const done = await edit('write', scene);
  await after(KEPT_MS);
  const end = await crash(scene);
  profile.line.mend();
  return `${done}, cannot save, ${end}, the line is good again`;
};

/** The scenes of all tabs of the same browser. */
const scenesOf = (scene: Scene): Scene[] =>
  seatsOf(scene, scene.profile).map((seat) => ({ ...scene, seat, tab: scene.round.tabs[seat] }));

/** A crash of all tabs at once, each with unsent work. */
const crashBrowser: Happening = async (scene) => {
  const { profile } = scene;
  profile.line.spoil('badGateway', 'saves');
  const scenes = scenesOf(scene);
  const done: string[] = [];
  for (const [index, one] of scenes.entries()) done.push(await edit('write', { ...one, n: scene.n + index }));
  await after(KEPT_MS);
  await Promise.all(scenes.map(crash));
  profile.line.mend();
  return `${done.join('; ')}; cannot save, the whole browser crashes, the line is good again`;
};

/** Opens all tabs again, as a browser that restores its session. */
const openAll: Happening = async (scene) => {
  const scenes = scenesOf(scene).filter(({ tab }) => !tab.isOpen);
  const views = await Promise.all(scenes.map(({ tab }) => tab.open()));
  if (scene.profile.isOnline && views.every(({ status }) => status === 'ready')) {
    for (const one of scenes) await expectWork(one);
  }
  const told = scenes.map(({ seat }, index) => `${seat} ${views[index]?.status ?? ''}`);
  return `the browser opens ${told.join(', ') || 'no tab'}; ${await edit('write', scene)}`;
};

/** Edits the document as soon as it is open. */
const openAndWriteOn: Happening = async (scene) => {
  const opened = await open(scene);
  return `${opened}; ${await edit('write', scene)}`;
};

const signIn: Happening = async ({ round, profile, tab, seat }) => {
  await profile.signIn();
  if (profile.isOnline) await profile.lookIn().catch(() => undefined);
  const { status } = await tab.look();
  if (tab.isOpen && status !== 'ready') {
    round.deeds.crash(seat, round.now);
    await tab.open();
  }
  return 'signs in again';
};

export const HAPPENINGS: Readonly<Record<Exclude<Step['what'], Edit>, Happening>> = {
  wait: async ({ n }) => {
    await after(n);
    return `${n} ms pass`;
  },
  killServer: async ({ round }) => {
    await round.backend.kill();
    return 'the server is killed';
  },
  restartServer: async ({ round }) => {
    await round.backend.restart();
    return 'the server runs';
  },
  goOffline: async ({ profile }) => {
    await profile.setOnline(false);
    return 'goes offline';
  },
  goOnline: async ({ profile }) => {
    await profile.setOnline(true);
    return 'is online';
  },
  answerNotFound: spoil('notFound'),
  answerBadGateway: spoil('badGateway'),
  answerUnavailable: spoil('unavailable'),
  cutLine: spoil('cut'),
  stall: spoil('stall'),
  loseAnswers: spoil('lost'),
  /** Loses the answers to requests that make conflict copies. */
  loseCopies: async (scene) => {
    for (const { line } of scene.round.profiles) line.spoil('lost', 'copies', 2 + (scene.n % 2));
    return `the answers to new projects are lost; ${await edit('clash', scene)}`;
  },
  mendLine: async ({ profile }) => {
    profile.line.mend();
    return 'the line is good again';
  },
  crash,
  crashHoldingWork,
  crashBrowser,
  openAll,
  open,
  openAndWriteOn,
  reload: open,
  goHome: async ({ tab }) => {
    if ((await tab.look()).status !== 'ready') return 'is not at a canvas';
    await tab.goHome();
    return 'goes home';
  },
  goBack: async ({ tab }) => {
    const { status } = tab.isOpen ? await tab.goBack() : await tab.open();
    return `goes back: ${status}`;
  },
  clearStorage: async (scene) => {
    const { round, profile } = scene;
    await profile.clearStorage();
    round.deeds.clear(seatsOf(scene, profile), (seat) => round.tabs[seat].isOpen);
    return 'the browser clears its stores';
  },
  crashAndOpen: async (scene) => `${await crashHoldingWork(scene)}; ${await open(scene)}`,
  turnClock: async ({ profile, n }) => `the clock is off by ${(await profile.turnClock(n)) / 1000} s`,
  endSession: async ({ profile }) => {
    await profile.endSession();
    return 'the session ends';
  },
  signOut: async ({ round, tab }) => {
    if ((await tab.look()).status !== 'ready') return 'is not at a canvas';
    const isOut = await tab.signOut(round.member.name).catch(() => false);
    return isOut ? 'signs out' : 'cannot sign out';
  },
  signIn,
  switchProject: async (scene) => {
    const { round, tab, seat } = scene;
    const other = round.pids.find((pid) => pid !== tab.pid);
    if (other === undefined) return open(scene);
    round.deeds.crash(seat, round.now);
    const { status } = await tab.open(other);
    return `goes to the other project: ${status}`;
  },
};
