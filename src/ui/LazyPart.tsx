import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { reloadFailedStyles } from './failedStyles';

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
  /** The same function each time, for a part that is to open at once after the first time. */
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>;
  readonly props: Props;
  /** The code did not come, or what it shows broke: what lies behind it stays. The next opening tries again. */
  readonly onMissing: () => void;
}

/** A dialog or a part of one whose code is loaded when it opens. */
export function LazyPart<Props extends object>({ load, props, onMissing }: LazyPartProps<Props>) {
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
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    </Boundary>
  );
}
