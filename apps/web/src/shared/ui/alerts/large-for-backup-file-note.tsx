import type { LargeForBackupFile } from '@curvewell/domain';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';

/** Says that backup files no longer fit, and what to use instead. */
export function LargeForBackupFileNote({ gigabytes, hours, limitHours }: LargeForBackupFile) {
  const { title, words } = text.jobs.largeForBackupFile;
  return (
    <Alert color="warning" role="status" title={title} icon={<IconAlertTriangle size={16} stroke={1.6} />}>
      {words(gigabytes, hours, limitHours)}
    </Alert>
  );
}
