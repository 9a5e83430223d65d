import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';

/** What a saved version warns of: zones that the method cannot tell apart. */
export function NearZonesNote({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert
      role="status"
      color="warning"
      icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden />}
      title={text.kits.nearZones}
      mb="sm"
    >
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Alert>
  );
}
