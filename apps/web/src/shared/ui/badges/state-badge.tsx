import { Badge } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

interface StateBadgeProps {
  readonly look: { readonly color: string; readonly Icon: Icon };
  readonly children: string;
}

/** A state in words, with an icon and a colour. */
export function StateBadge({ look: { color, Icon }, children }: StateBadgeProps) {
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
      {children}
    </Badge>
  );
}
