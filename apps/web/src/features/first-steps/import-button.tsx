import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';

interface ImportButtonProps {
  /** Why it is disabled; empty: it is enabled. */
  readonly needs: string;
  readonly isPrimary: boolean;
  /** The id of the element that says why it is disabled. */
  readonly reasonId: string;
}

/** The import, which waits for analyser and kit. */
export function ImportButton({ needs, isPrimary, reasonId }: ImportButtonProps) {
  const look = { leftSection: <IconFileImport size={18} stroke={1.6} aria-hidden /> };
  return needs === '' ? (
    <Button component={Link} to={paths.runImport()} variant={isPrimary ? 'filled' : 'default'} {...look}>
      {text.runs.import}
    </Button>
  ) : (
    <Button aria-disabled data-disabled aria-describedby={reasonId} {...look}>
      {text.runs.import}
    </Button>
  );
}
