import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { findBrowser } from '../../../scripts/browsers.mjs';
import type { DrivenBrowser, DrivenTab, Point } from './Driven';

const CALL_MS = 60_000;
const START_MS = 30_000;
const ESCAPE = '\uE00C';

/** One call of the WebDriver protocol with a time limit: the driver hangs when it cannot answer. */
async function call<Value>(base: string, method: string, path: string, body?: object): Promise<Value> {
  const response = await fetch(base + path, {
    method,
    signal: AbortSignal.timeout(CALL_MS),
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
  return value;
}

/** Runs calls one after another: choosing a window and acting in it are two calls. */
function inTurn(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}

type Step = Readonly<Record<string, unknown>>;

const moveTo = ({ x, y }: Point): Step => ({
  type: 'pointerMove',
  duration: 16,
  x: Math.round(x),
  y: Math.round(y),
  origin: 'viewport',
});
const DOWN: Step = { type: 'pointerDown', button: 0 };
const UP: Step = { type: 'pointerUp', button: 0 };

class WebKitTab implements DrivenTab {
  readonly #session: string;
  readonly #handle: string;
  readonly #turn: ReturnType<typeof inTurn>;
  readonly #close: (tab: WebKitTab) => Promise<void>;

  constructor(
    session: string,
    handle: string,
    turn: ReturnType<typeof inTurn>,
    close: (tab: WebKitTab) => Promise<void>,
  ) {
    this.#session = session;
    this.#handle = handle;
    this.#turn = turn;
    this.#close = close;
  }

  async open(url: string): Promise<void> {
    await this.#call('POST', '/url', { url });
  }

  evaluate<Result>(body: string, ...args: readonly unknown[]): Promise<Result> {
    const script = `const done = arguments[arguments.length - 1];
      (async (...args) => { ${body} })(...Array.from(arguments).slice(0, -1))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    return this.#call<{ value: Result; error?: string }>('POST', '/execute/async', { script, args }).then((answer) => {
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    });
  }

  async drag(...points: readonly Point[]): Promise<void> {
    const [first, ...others] = points;
    if (!first) return;
    await this.#point([moveTo(first), DOWN, ...others.map(moveTo), UP]);
  }

  async doubleClick(at: Point): Promise<void> {
    await this.#point([moveTo(at), DOWN, UP, DOWN, UP]);
  }

  async type(text: string): Promise<void> {
    const keys = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act({ type: 'key', id: 'keyboard', actions: keys });
  }

  async press(_key: 'Escape'): Promise<void> {
    await this.type(ESCAPE);
  }

  async wheel({ x, y }: Point, by: Point): Promise<void> {
    const step = { type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: by.x, deltaY: by.y, duration: 0 };
    await this.#act({ type: 'wheel', id: 'wheel', actions: [{ ...step, origin: 'viewport' }] });
  }

  close(): Promise<void> {
    return this.#close(this);
  }

  async end(): Promise<void> {
    await this.#call('DELETE', '/window');
  }

  async #point(actions: readonly Step[]): Promise<void> {
    await this.#act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  }

  async #act(source: object): Promise<void> {
    await this.#call('POST', '/actions', { actions: [source] });
  }

  /** The driver speaks to one window at a time. */
  #call<Value>(method: string, path: string, body?: object): Promise<Value> {
    return this.#turn(async () => {
      await call(this.#session, 'POST', '/window', { handle: this.#handle });
      return call<Value>(this.#session, method, path, body ?? (method === 'POST' ? {} : undefined));
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** WebKitGTK on a screen of its own, over WebDriver. */
export async function launchWebKit(): Promise<DrivenBrowser> {
  const binary = findBrowser('webkit');
  if (!binary) throw new Error('no WebKitGTK: run scripts/browsers.mjs');
  const port = await freePort();
  const command = ['-a', '-s', '-screen 0 1600x1000x24', 'dbus-run-session', '--', 'WebKitWebDriver', `--port=${port}`];
  const driver = spawn('xvfb-run', command, {
    stdio: 'ignore',
    detached: true,
    // It runs as root in tests, where a sandbox of its own cannot be made, and without a graphics card.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const base = `http://127.0.0.1:${port}`;
  const end = Date.now() + START_MS;
  while (!(await call(base, 'GET', '/status').catch(() => null))) {
    if (Date.now() > end) throw new Error('WebKitWebDriver did not start');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { sessionId } = await call<{ sessionId: string }>(base, 'POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
  });
  const session = `${base}/session/${sessionId}`;
  const first = await call<string>(session, 'GET', '/window');
  const turn = inTurn();
  let isFirstFree = true;
  return {
    openTab: async () => {
      // A window is opened from one that is there: the last tab may have been closed.
      await call(session, 'POST', '/window', { handle: first });
      const opened = isFirstFree
        ? first
        : (await call<{ handle: string }>(session, 'POST', '/window/new', { type: 'window' })).handle;
      if (opened === first) isFirstFree = false;
      await call(session, 'POST', '/window', { handle: opened });
      await call(session, 'POST', '/window/rect', { x: 0, y: 0, width: 1300, height: 900 }).catch(() => undefined);
      // The session ends with its last window, so the first one is used again.
      return new WebKitTab(session, opened, turn, async (tab) => {
        if (opened !== first) return tab.end();
        await tab.open('about:blank');
        isFirstFree = true;
      });
    },
    close: async () => {
      await call(session, 'DELETE', '').catch(() => undefined);
      if (driver.pid !== undefined) process.kill(-driver.pid);
    },
  };
}
