import type { RunStatus } from '@curvewell/domain';
import { IconCheck, IconCircle, IconClock, IconX } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { StateBadge } from './state-badge.tsx';

export const STATUS_LOOK = {
  RUN_TO_INTERPRET: { color: 'accent', Icon: IconCircle },
  WAIT_FOR_APPROVAL: { color: 'warning', Icon: IconClock },
  APPROVED: { color: 'success', Icon: IconCheck },
  REJECTED: { color: 'danger', Icon: IconX },
} as const;

export function RunStatusBadge({ status }: { readonly status: RunStatus }) {
  return <StateBadge look={STATUS_LOOK[status]}>{text.status[status]}</StateBadge>;
}
