import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { z } from 'zod';

import { text } from '../../../locale/text.ts';
import { ApiProblem, hasCode, messageOf } from '../../api/api-problem.ts';
import { paths } from '../../navigation/paths.ts';
import { CopyText } from './copy-text.tsx';
import { MessagePanel } from './message-panel.tsx';

interface FailedScreenProps {
  readonly title?: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

const addressSchema = z.url({ protocol: /^https?$/ });

/** Shown in place of a screen that failed to load: the reason, the request id, and the next steps. */
export function FailedScreen({ title = text.failure.title, error, onRetry }: FailedScreenProps) {
  const requestId = error instanceof ApiProblem ? error.requestId : null;
  const address = hasCode(error, 'elsewhere') ? addressSchema.safeParse(error.details['address']).data : null;
  return (
    <MessagePanel
      title={title}
      actions={
        <>
          <Button component={Link} to={paths.runList()} variant="default">
            {text.common.runs}
          </Button>
          {address === null || address === undefined ? (
            <Button onClick={onRetry}>{text.common.tryAgain}</Button>
          ) : (
            <Button component="a" href={address}>
              {text.failure.goThere}
            </Button>
          )}
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
