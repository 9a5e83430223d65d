import type { RunStatus } from '@curvewell/contracts';
import { Badge } from '@mantine/core';
import { IconCheck, IconCircle, IconClock, IconX } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';

/** How a status looks wherever it is shown. */
export const STATUS_LOOK = {
  RUN_TO_INTERPRET: { color: 'accent', Icon: IconCircle },
  WAIT_FOR_APPROVAL: { color: 'warning', Icon: IconClock },
  APPROVED: { color: 'success', Icon: IconCheck },
  REJECTED: { color: 'danger', Icon: IconX },
} as const;

/** A run's status in words, with an icon and a colour. */
export function RunStatusBadge({ status }: { readonly status: RunStatus }) {
  const { color, Icon } = STATUS_LOOK[status];
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
      styles={{ section: { marginInlineEnd: 6 } }}
      leftSection={<Icon size={13} stroke={1.6} aria-hidden />}
    >
      {text.status[status]}
    </Badge>
  );
}
