import { Alert, Button } from '@mantine/core';

import { text } from '../../../locale/text.ts';

/** Error for a list of choices that could not be loaded. */
export function ListFailed({ title, onRetry }: { readonly title: string; readonly onRetry: () => void }) {
  return (
    <Alert color="danger" role="alert" title={title}>
      <Button size="xs" variant="default" onClick={onRetry}>
        {text.common.tryAgain}
      </Button>
    </Alert>
  );
}
