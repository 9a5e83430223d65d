import type { RunSummary } from '@curvewell/domain';
import { IconAlertTriangle, IconArchive } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { StateBadge } from './state-badge.tsx';

const LOOK = {
  pending: { color: 'accent', Icon: IconArchive },
  failed: { color: 'danger', Icon: IconAlertTriangle },
} as const;

/** Shows that a run is being archived or that archiving failed; otherwise nothing. */
export function ArchivingMark({ archiving }: Pick<RunSummary, 'archiving'>) {
  if (archiving === null) return null;
  return <StateBadge look={LOOK[archiving]}>{text.archiving[archiving]}</StateBadge>;
}
