import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { kitQueries } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { kitStatusColor } from '../../../shared/colour/kit-status-color.ts';

interface KitStatusProps {
  readonly kitId: string | null;
  readonly analyserId: string | null;
}

/** Whether a kit is validated on the analyser of the run. */
export function KitStatus({ kitId, analyserId }: KitStatusProps) {
  const { data, isError, refetch } = useQuery({
    ...kitQueries.status({ kitId: kitId ?? '', analyserId: analyserId ?? '' }),
    enabled: kitId !== null && analyserId !== null,
  });
  if (isError) {
    return (
      <span role="alert">
        {text.step1.failed.kitStatus}
        <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
          {text.common.tryAgain}
        </Button>
      </span>
    );
  }
  if (!data?.status) return null;
  const color = kitStatusColor(data.status);
  return (
    <Badge variant="light" tt="none" fw={600} color={color} c={`var(--${color})`} bg={`var(--${color}-soft)`}>
      {text.step1.kitStatus[data.status]}
    </Badge>
  );
}
