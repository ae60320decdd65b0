import {
  Component,
  lazy,
  Suspense,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';

const HELD = ['keydown', 'copy', 'cut', 'paste'] as const;

/**
 * Has the focus while the code of a part that will take it is loaded, so that no key acts on what lies behind. Escape
 * gives the part up.
 */
function KeyHold({ onCancel }: { readonly onCancel: () => void }) {
  const hold = useRef<HTMLSpanElement>(null);
  const cancel = useEffectEvent(onCancel);
  useLayoutEffect(() => {
    const { current } = hold;
    const opener = document.activeElement;
    const controller = new AbortController();
    const keep = (event: Event): void => {
      event.stopPropagation();
      if (!(event instanceof KeyboardEvent) || event.isComposing) return;
      if (event.key === 'Escape') cancel();
      // It would leave, and the next key would reach the canvas.
      if (event.key === 'Tab') event.preventDefault();
    };
    for (const name of HELD) current?.addEventListener(name, keep, { signal: controller.signal });
    current?.focus({ preventScroll: true });
    return () => {
      controller.abort();
      // The part that comes now notes who has the focus, and gives it back when it closes.
      if (document.activeElement === current && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return <span ref={hold} tabIndex={-1} className="visually-hidden" aria-busy="true" />;
}

/** Style sheets of the page that did not come. The build's loader never asks for one of them again. */
const failed = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  { capture: true },
);

/** Requests them once more, so that no part of the page is shown without its looks. Rejects when one still does not come. */
async function reloadFailedStyles(): Promise<void> {
  await Promise.all(
    Array.from(failed, async (link) => {
      const again = document.createElement('link');
      again.rel = link.rel;
      again.href = link.href;
      const came = new Promise<void>((resolve, reject) => {
        again.addEventListener('load', () => resolve());
        again.addEventListener('error', () => reject(new Error(`${again.href} did not come`)));
      });
      failed.delete(link);
      link.replaceWith(again);
      await came;
    }),
  );
}

interface BoundaryProps {
  readonly onMissing: () => void;
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { readonly isMissing: boolean }> {
  override state = { isMissing: false };

  static getDerivedStateFromError(): { readonly isMissing: boolean } {
    return { isMissing: true };
  }

  override componentDidCatch(): void {
    this.props.onMissing();
  }

  override render(): ReactNode {
    return this.state.isMissing ? null : this.props.children;
  }
}

/** The parts that have come, by what loads them: the next time they open without a wait. */
const parts = new WeakMap<object, unknown>();

interface LazyPartProps<Props> {
  /** The same function each time: by it the part opens at once after the first time. */
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>;
  readonly props: Props;
  /** The code did not come, or what it shows broke: what lies behind it stays. The next opening tries again. */
  readonly onMissing: () => void;
  /** Given for a part that takes the focus in a layout effect: until it is there keys do nothing, and Escape calls this. */
  readonly onCancel?: () => void;
}

/** A dialog or a part of one whose code is loaded when it opens. */
export function LazyPart<Props extends object>({ load, props, onMissing, onCancel }: LazyPartProps<Props>) {
  const [Loaded] = useState(() => {
    const loadWhole = () => reloadFailedStyles().then(load);
    const part = (parts.get(load) ?? lazy(loadWhole)) as ComponentType<Props>;
    parts.set(load, part);
    return part;
  });
  const forget = (): void => {
    parts.delete(load);
    onMissing();
  };
  return (
    <Boundary onMissing={forget}>
      <Suspense fallback={onCancel && <KeyHold onCancel={onCancel} />}>
        <Loaded {...props} />
      </Suspense>
    </Boundary>
  );
}
