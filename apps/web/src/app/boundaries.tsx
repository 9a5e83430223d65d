import { Button } from '@mantine/core';
import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';

import { text } from '../locale/text.ts';
import { ApiProblem, messageOf } from '../shared/api-problem.ts';
import { CopyText } from '../shared/ui/copy-text.tsx';
import { MessagePanel } from '../shared/ui/message-panel.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { paths } from './paths.ts';

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

/** Waiting and failing of a screen, for every screen. */
export function ScreenBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Catcher onReset={reset} fallback={(error, retry) => <FailedScreen error={error} onRetry={retry} />}>
          <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
        </Catcher>
      )}
    </QueryErrorResetBoundary>
  );
}

interface FailedScreenProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function FailedScreen({ error, onRetry }: FailedScreenProps) {
  const requestId = error instanceof ApiProblem ? error.requestId : null;
  return (
    <MessagePanel
      title={text.failure.title}
      actions={
        <>
          <Button component={Link} to={paths.runList()} variant="default">
            {text.common.runs}
          </Button>
          <Button onClick={onRetry}>{text.common.tryAgain}</Button>
        </>
      }
    >
      <p role="alert">{messageOf(error, text.common.noDetail)}</p>
      {requestId !== null && (
        <p>
          {text.failure.requestId} <CopyText value={requestId} what={text.failure.requestId} />
        </p>
      )}
    </MessagePanel>
  );
}
