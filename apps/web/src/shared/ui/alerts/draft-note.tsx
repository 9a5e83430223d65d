import { Alert, Button } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { formatTime } from '../../format/format.ts';

/** “Your draft of 10:41 was restored.” */
export function DraftNote({ at, onDiscard }: { readonly at: string; readonly onDiscard: () => void }) {
  return (
    <Alert color="accent" p={6} mb={8} flex="none" role="status">
      {text.unsaved.restored(formatTime(at))}{' '}
      <Button size="compact-xs" variant="subtle" onClick={onDiscard}>
        {text.unsaved.discard}
      </Button>
    </Alert>
  );
}
