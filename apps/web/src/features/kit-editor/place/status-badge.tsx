import type { KitStatus } from '@curvewell/domain';
import { Badge } from '@mantine/core';
import { IconChartLine, IconCheck, IconCircle, IconMinus } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { kitStatusColor } from '../../../shared/colour/kit-status-color.ts';

const ICONS = { VALIDATED: IconCheck, NOT_VALIDATED: IconCircle, PERF: IconChartLine } as const;

/** The status of a kit on an analyser; null if never set. */
export function StatusBadge({ status }: { readonly status: KitStatus | null }) {
  const color = kitStatusColor(status);
  const StatusIcon = status === null ? IconMinus : ICONS[status];
  return (
    <Badge
      variant="light"
      tt="none"
      fw={600}
      color={color}
      c={status === null ? 'var(--ink2)' : `var(--${color})`}
      bg={status === null ? 'var(--sunken)' : `var(--${color}-soft)`}
      leftSection={<StatusIcon size={12} stroke={2} aria-hidden />}
    >
      {status === null ? text.kits.place.notConfigured : text.step1.kitStatus[status]}
    </Badge>
  );
}
