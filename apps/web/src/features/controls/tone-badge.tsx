import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

interface ToneBadgeProps {
  readonly tone: 'danger' | 'warning' | 'success' | 'plain';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A badge whose colour matches its meaning. */
export function ToneBadge({ tone, icon, children }: ToneBadgeProps) {
  return (
    <Badge
      variant="light"
      size="sm"
      tt="none"
      fw={600}
      miw="max-content"
      c={tone === 'plain' ? 'var(--ink2)' : `var(--${tone})`}
      bg={tone === 'plain' ? 'var(--sunken)' : `var(--${tone}-soft)`}
      leftSection={icon}
    >
      {children}
    </Badge>
  );
}
