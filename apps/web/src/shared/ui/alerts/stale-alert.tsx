import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { z } from 'zod';

import { text } from '../../../locale/text.ts';
import type { ApiProblem } from '../../api/api-problem.ts';
import { formatTime } from '../../format/format.ts';

const detailsSchema = z.object({ by: z.string(), at: z.string().nullable() });

/** Who made the conflicting change, and when if known. */
export interface OtherEdit {
  readonly by: string;
  readonly at: string | null;
}

export const UNKNOWN_USER: OtherEdit = { by: text.compare.somebody, at: null };

/** The user named in a `stale` response. */
export function otherEditOf({ details }: ApiProblem): OtherEdit {
  return detailsSchema.safeParse(details).data ?? UNKNOWN_USER;
}

interface StaleAlertProps extends OtherEdit {
  readonly onLoadTheirs: () => void;
  /** null if already compared. */
  readonly onCompare: (() => void) | null;
}

/** Warns that another user has saved meanwhile. Nothing is lost or overwritten. Takes the focus. */
export function StaleAlert({ by, at, onLoadTheirs, onCompare }: StaleAlertProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  const words = text.compare;
  return (
    <Alert ref={alert} color="warning" role="alert" tabIndex={-1} p={8} mb={8} flex="none">
      <Group gap={8}>
        <span>{at === null ? words.stale(by) : words.staleAt(by, formatTime(at))}</span>
        <Button size="compact-sm" variant="default" ml="auto" onClick={onLoadTheirs}>
          {words.loadTheirs}
        </Button>
        {onCompare && (
          <Button size="compact-sm" onClick={onCompare}>
            {words.compare}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
