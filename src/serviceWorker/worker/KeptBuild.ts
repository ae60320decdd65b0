/** A build of the web app. */
export interface Build {
  /** Another one for every build. */
  readonly version: string;
  /** The path of each of its files with its hash, as `integrity` has it; `/` is the page. */
  readonly files: Readonly<Record<string, string>>;
}

/** Each build is kept apart under its version. */
const CACHE = 'mulgil/app/';
/** The files below have their hash in their name, so that one of them is right wherever it comes from. */
const HASHED = '/assets/';
const PAGE = '/';
/** The paths of ROUTE-1 to ROUTE-4, all of them the same page; any other path is the server's. */
const SCREEN = /^\/(?:signin|main\/[^/]+)?$/;
/** A server that says nothing for so long does not hold up the page. */
const PATIENCE_MS = 3000;

/** A font comes in a hundred pieces, of which a visit needs a few: those it had are kept. */
const isOnDemand = (path: string): boolean => path.endsWith('.woff2');

/** Every build has had it in its page. */
const OUR_TITLE = /<title>[^<]*Mulgil<\/title>/;

/** The server has every file of a build: a 404 is a proxy's, and so is a page that is not ours or stands in for a file. */
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
 * The files of one build, kept on this device: all of them or none. The server is asked first for whatever may change
 * (the page, and files without a hash in their name); its answer is replaced by the kept one only when there is none, a
 * late one or a failure of the server. Everything that is not of the build is left to the browser.
 */
export class KeptBuild {
  readonly #build: Build;

  constructor(build: Build) {
    this.#build = build;
  }

  /** Rejects when a file is not the one this build has, as when the server has another build by now. */
  async keep(): Promise<void> {
    const cache = await this.#open();
    try {
      const files = Object.entries(this.#build.files);
      await Promise.all(files.map(([path, integrity]) => this.#keepFile(cache, path, integrity)));
    } catch (error) {
      await caches.delete(this.#name);
      throw error;
    }
  }

  /** Drops the builds that no open page runs, but for the one before this: a page of it may just be opening. */
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

  /** Null for what is not of the build. */
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
    // It may come after all, and be of no use.
    event.waitUntil(asked.catch(() => undefined));
    const answer = await Promise.race([asked, patience()]).catch(() => undefined);
    // Where a proxy leads to a sign-in of its own, the person has to follow.
    if (answer && (answer.type === 'opaqueredirect' || (await isOurs(answer, path)))) return answer;
    const cache = await this.#open();
    return (await cache.match(path, { ignoreVary: true })) ?? answer ?? asked;
  }
}
