import { Button } from '@mantine/core';
import { useState } from 'react';

import type { RepeatCandidate } from '../../data/repeat-list.ts';
import { text } from '../../locale/text.ts';
import { lazyDialog } from '../../shared/ui/dialogs/lazy-dialog.tsx';

const RepeatListDialog = lazyDialog(async () => (await import('./repeat-list-dialog.tsx')).RepeatListDialog);

interface RepeatListButtonProps {
  /** The run on the screen, and its samples to repeat; null: the laboratory's list alone. */
  readonly of: { readonly runId: string; readonly candidates: () => readonly RepeatCandidate[] } | null;
}

export function RepeatListButton({ of }: RepeatListButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="subtle" flex="none" onClick={() => setOpen(true)}>
        {text.common.repeatList}
      </Button>
      <RepeatListDialog opened={isOpen} onClose={() => setOpen(false)} of={of} />
    </>
  );
}
