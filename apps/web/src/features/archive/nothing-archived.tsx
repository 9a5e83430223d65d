import { Button, EmptyState } from '@mantine/core';
import { IconArchiveOff, IconSearchOff } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';

interface NothingArchivedProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** Shown when the archive is empty or no run matches the filters. */
export function NothingArchived({ isFiltered, onClear }: NothingArchivedProps) {
  const icon = { size: 28, stroke: 1.6, 'aria-hidden': true } as const;
  return isFiltered ? (
    <EmptyState pt={80} icon={<IconSearchOff {...icon} />} description={text.archive.noMatch}>
      <Button variant="default" onClick={onClear}>
        {text.archive.clear}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState pt={80} icon={<IconArchiveOff {...icon} />} description={text.archive.empty} />
  );
}
