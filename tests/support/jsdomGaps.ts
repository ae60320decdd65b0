/** Parts of a browser that jsdom lacks and the app uses. React looks for some of them when it is imported. */
declare const jsdom: { readonly window: Window & typeof globalThis };

// Newer versions of Node have these themselves, and Vitest does not replace Node's with jsdom's: a page needs the page's.
for (const name of ['Storage', 'localStorage', 'sessionStorage'] as const) {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: jsdom.window[name] });
}

if (!('showModal' in HTMLDialogElement.prototype)) {
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      openers.set(this, document.activeElement);
      this.setAttribute('open', '');
      this.querySelector<HTMLElement>('input, button')?.focus();
    },
    close(this: HTMLDialogElement) {
      if (!this.hasAttribute('open')) return;
      this.removeAttribute('open');
      const opener = openers.get(this);
      if (opener instanceof HTMLElement) opener.focus();
    },
  });
}

if (!('checkVisibility' in Element.prototype)) {
  Object.assign(Element.prototype, {
    checkVisibility(this: Element) {
      return this.isConnected && this.closest('[hidden], dialog:not([open])') === null;
    },
  });
}

if (!('decode' in HTMLImageElement.prototype)) {
  Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() });
}

window.AnimationEvent ??= class extends Event {
  readonly animationName = '';
  readonly elapsedTime = 0;
  readonly pseudoElement = '';
};

window.matchMedia ??= (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

// jsdom has no layout: an observed element has its size at once, and keeps it.
window.ResizeObserver ??= class implements ResizeObserver {
  readonly #tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe(): void {
    this.#tell([], this);
  }
  unobserve(): void {}
  disconnect(): void {}
};

// jsdom has no drawing context, and warns on the console at each call for one.
Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });

// All fonts are loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

// jsdom has no layout: every observed element is in view at once.
window.IntersectionObserver ??= class implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element): void {
    const box = target.getBoundingClientRect();
    const entry = { target, isIntersecting: true, intersectionRatio: 1, time: 0, rootBounds: null };
    this.#tell([{ ...entry, boundingClientRect: box, intersectionRect: box }], this);
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
};
