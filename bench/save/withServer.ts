import { startRealServer } from '../canvas/startRealServer';
import type { Snapshot } from '../../src/engine/document/Snapshot';
import { Observer } from './Observer';
import { SavingEditor } from './SavingEditor';

/** The product's own server in a process of its own, with a fresh database. */
export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  readonly observer: Observer;
  /** Signs in a member with this name. */
  readonly signIn: (name: string) => Promise<string>;
  /** Opens a new canvas, with an editor of its own. */
  readonly open: (snapshot: Snapshot) => Promise<SavingEditor>;
  /** Opens several new canvases, each with an editor of its own. */
  readonly openMany: (snapshot: Snapshot, count: number) => Promise<SavingEditor[]>;
}

/** A server for one measurement, so that none begins with what another one left behind. */
export async function withServer<T>(
  measure: (server: BenchServer) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const server = await startRealServer(env);
  const signIn = (name: string) => signInAt(server.url, name);
  const cookie = await signIn('bench');
  const editors: SavingEditor[] = [];
  const open = async (snapshot: Snapshot): Promise<SavingEditor> => {
    const editor = new SavingEditor({ url: server.url, cookie, snapshot });
    await editor.create();
    editors.push(editor);
    return editor;
  };
  const openMany = async (snapshot: Snapshot, count: number): Promise<SavingEditor[]> => {
    const opened: SavingEditor[] = [];
    while (opened.length < count) opened.push(await open(snapshot));
    return opened;
  };
  try {
    return await measure({ url: server.url, pid: server.pid, observer: new Observer(server), signIn, open, openMany });
  } finally {
    for (const editor of editors) editor.leave();
    await server.stop();
  }
}

async function signInAt(url: string, name: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
