import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { reloadFailedStyles } from './failedStyles';
import { KeyHold } from './KeyHold';

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
