import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { LargeForBackupFileNote } from './large-for-backup-file-note.tsx';

test('OPS-532 the page of jobs says that the database is too large for backup files, and what to use', () => {
  render(
    <MantineProvider env="test">
      <LargeForBackupFileNote gigabytes={216} hours={2} limitHours={1} />
    </MantineProvider>,
  );
  const note = screen.getByRole('status');
  expect(note.textContent).toContain('The database is too large for backup files');
  expect(note.textContent).toContain(
    'Its size is 216 GB. A backup file takes about 2 h and is stopped after 1 h.',
  );
  expect(note.textContent).toContain('“Physical backups” in docs/maintenance.md');
});
