import { Component, type ReactNode } from 'react';
import { Crash } from './Crash';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: unknown;
}

const NO_ERROR: ErrorBoundaryState = { error: null };

/** Catches what a screen throws while it renders, says so and offers to start again, instead of an empty page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = NO_ERROR;

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error ?? new Error('nothing was thrown') };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <Crash error={this.state.error} />;
  }
}
