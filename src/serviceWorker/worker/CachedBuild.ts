/** A build of the web app. */
export interface Build {
  /** Differs for every build. */
  readonly version: string;
  /** The path of each of its files with its hash, in the form of `integrity`; `/` is the page. */
  readonly files: Readonly<Record<string, string>>;
}

/** Each build is kept apart under its version. */
const CACHE = 'mulgil/app/';
/** These files have their hash in their name, so that a copy from anywhere is the right one. */
const HASHED = '/assets/';
const PAGE = '/';
/** Paths of ROUTE-1 to ROUTE-4, which one page answers. Every other path goes to the server. */
const SCREEN = /^\/(?:signin|main\/[^/]+)?$/;
/** A server that says nothing for this long does not hold up the page. */
const PATIENCE_MS = 3000;

/** A font comes in a hundred pieces, of which a visit needs a few: only those it used are kept. */
const isOnDemand = (path: string): boolean => path.endsWith('.woff2');

/** Every build has had this in its page. */
const OUR_TITLE = /<title>[^<]*Mulgil<\/title>/;

/** The server has every file of a build: a 404 comes from a proxy, and so does a page that is not ours or replaces a file. */
async function isOurs(answer: Response, path: string): Promise<boolean> {
  if (!answer.ok) return false;
  if (path !== PAGE) return !(answer.headers.get('content-type') ?? '').startsWith('text/html');
  return OUR_TITLE.test(await answer.clone().text());
}

const findHashed = (path: string): Promise<Response | undefined> => caches.match(path, { ignoreVary: true });

const patience = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });

/**
 * The files of one build, cached on this device: all of them or none. The server is asked first for any file that may change (the page, and
 * files without a hash in their name); the cached one replaces its answer only when there is none, or when it is late or a failure of the
 * server. Everything outside the build is left to the browser.
 */
export class CachedBuild {
  readonly #build: Build;

  constructor(build: Build) {
    this.#build = build;
  }

  /** Rejects when a file is not the one of this build, for example when the server has another build by now. */
  async keep(): Promise<void> {
    const cache = await this.#open();
    try {
      // One at a time: all at once take the processor from a page that is being worked in.
      for (const [path, integrity] of Object.entries(this.#build.files)) await this.#keepFile(cache, path, integrity);
    } catch (error) {
      await caches.delete(this.#name);
      throw error;
    }
  }

  /** Drops the builds that no open page runs, except the one before this: a page of it may just be opening. */
  async dropOthers(): Promise<void> {
    const others = (await caches.keys()).filter((name) => name.startsWith(CACHE) && name !== this.#name);
    const { held = [] } = await navigator.locks.query();
    const running = held.flatMap(({ name }) => (name?.startsWith(HASHED) ? [name] : []));
    for (const name of others.slice(0, -1)) {
      const cache = await caches.open(name);
      const found = await Promise.all(running.map((script) => cache.match(script, { ignoreVary: true })));
      if (found.every((script) => script === undefined)) await caches.delete(name);
    }
  }

  /** Null for a path outside the build. */
  answer(event: FetchEvent): Promise<Response> | null {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== location.origin) return null;
    if (mode === 'navigate') return SCREEN.test(pathname) ? this.#answerFresh(event, PAGE) : null;
    if (pathname.startsWith(HASHED)) return this.#answerHashed(event, pathname);
    return Object.hasOwn(this.#build.files, pathname) ? this.#answerFresh(event, pathname) : null;
  }

  get #name(): string {
    return CACHE + this.#build.version;
  }

  #open(): Promise<Cache> {
    return caches.open(this.#name);
  }

  async #keepFile(cache: Cache, path: string, integrity: string): Promise<void> {
    const isHashed = path.startsWith(HASHED);
    const known = isHashed ? await findHashed(path) : undefined;
    if (!known && isOnDemand(path)) return;
    await cache.put(path, known ?? (await fetch(path, { integrity, cache: isHashed ? 'default' : 'no-cache' })));
  }

  async #answerHashed(event: FetchEvent, path: string): Promise<Response> {
    const known = await findHashed(path);
    if (known) return known;
    const integrity = this.#build.files[path];
    if (integrity === undefined) return fetch(event.request);
    const answer = await fetch(path, { integrity });
    const copy = answer.clone();
    event.waitUntil(this.#open().then((cache) => cache.put(path, copy)));
    return answer;
  }

  async #answerFresh(event: FetchEvent, path: string): Promise<Response> {
    const asked = fetch(event.request);
    // A proxy may redirect to its own sign-in, which the person has to follow.
    const checked = asked.then(async (answer) =>
      answer.type === 'opaqueredirect' || (await isOurs(answer, path)) ? answer : undefined,
    );
    // The answer may still come, and is of no use then.
    event.waitUntil(checked.catch(() => undefined));
    // The check reads the whole page, so it may fail or be late as the answer itself.
    const answer = await Promise.race([checked, patience()]).catch(() => undefined);
    if (answer) return answer;
    const cache = await this.#open();
    return (await cache.match(path, { ignoreVary: true })) ?? asked;
  }
}
