import type { RunSummary } from '@curvewell/contracts';
import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconArchive } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';

const LOOK = {
  pending: { color: 'accent', Icon: IconArchive },
  failed: { color: 'danger', Icon: IconAlertTriangle },
} as const;

/** That a run is being archived, or could not be; nothing otherwise. */
export function ArchivingMark({ archiving }: Pick<RunSummary, 'archiving'>) {
  if (archiving === null) return null;
  const { color, Icon } = LOOK[archiving];
  return (
    <Badge
      variant="light"
      size="lg"
      tt="none"
      fw={600}
      fz={12}
      color={color}
      c={`var(--${color})`}
      bg={`var(--${color}-soft)`}
      leftSection={<Icon size={13} stroke={1.6} aria-hidden />}
    >
      {text.archiving[archiving]}
    </Badge>
  );
}
