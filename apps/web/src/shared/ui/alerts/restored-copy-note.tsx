import type { RestoredCopy } from '@curvewell/domain';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { formatDateTime } from '../../format/format.ts';

/** Explains why deliveries, mails and backups are paused. */
export function RestoredCopyNote({ copy }: { readonly copy: RestoredCopy }) {
  const { title, words } = text.restoredCopy;
  return (
    <Alert color="warning" role="status" title={title} icon={<IconAlertTriangle size={16} stroke={1.6} />}>
      {words(formatDateTime(copy.restoredAt), formatDateTime(copy.madeAt))}
    </Alert>
  );
}
