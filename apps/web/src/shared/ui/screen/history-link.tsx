import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { paths } from '../../navigation/paths.ts';

interface HistoryLinkProps {
  readonly runId: string;
  readonly isArchived?: boolean;
}

export function HistoryLink({ runId, isArchived = false }: HistoryLinkProps) {
  return (
    <Button
      component={Link}
      to={isArchived ? paths.archiveHistory(runId) : paths.runHistory(runId)}
      size="xs"
      variant="subtle"
      flex="none"
    >
      {text.common.history}
    </Button>
  );
}
