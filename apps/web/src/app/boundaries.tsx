import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense } from 'react';

import { FailedScreen } from '../shared/ui/screen/failed-screen.tsx';
import { LoadingScreen } from '../shared/ui/screen/loading-screen.tsx';

interface CatcherProps {
  readonly children: ReactNode;
  readonly fallback: (error: unknown, retry: () => void) => ReactNode;
  readonly onReset: () => void;
}

class Catcher extends Component<CatcherProps, { readonly caught: { readonly error: unknown } | null }> {
  override state = { caught: null };

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override render() {
    const { caught } = this.state as { caught: { readonly error: unknown } | null };
    if (!caught) return this.props.children;
    return this.props.fallback(caught.error, () => {
      this.props.onReset();
      this.setState({ caught: null });
    });
  }
}

interface ScreenBoundaryProps {
  readonly children: ReactNode;
  readonly waiting?: ReactNode;
}

/** The loading and error states that all screens share. */
export function ScreenBoundary({ children, waiting = <LoadingScreen /> }: ScreenBoundaryProps) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Catcher onReset={reset} fallback={(error, retry) => <FailedScreen error={error} onRetry={retry} />}>
          <Suspense fallback={waiting}>{children}</Suspense>
        </Catcher>
      )}
    </QueryErrorResetBoundary>
  );
}
