import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

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

interface LateProps<Props> {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>;
  readonly props: Props;
  /** The code did not come, or what it shows broke: what lies behind it stays. The next opening tries again. */
  readonly onMissing: () => void;
}

/** A dialog or a part of one whose code is loaded when it opens. */
export function Late<Props extends object>({ load, props, onMissing }: LateProps<Props>) {
  const [Loaded] = useState(() => lazy(load) as ComponentType<Props>);
  return (
    <Boundary onMissing={onMissing}>
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    </Boundary>
  );
}
