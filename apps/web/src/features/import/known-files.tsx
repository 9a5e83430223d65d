import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { runQueries } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { formatDate } from '../../shared/format/format.ts';
import { paths } from '../../shared/navigation/paths.ts';
import styles from './run-import.module.css';

/** The newest runs; enough to show that a file is known. */
const MAX_SHOWN = 3;

/** Warns of runs that already contain one of these files. The import is still possible. */
export function KnownFiles({ hashes }: { readonly hashes: readonly string[] }) {
  const { data = [] } = useQuery(runQueries.known(hashes));
  const runs = [...new Map(data.map((known) => [known.runId, known])).values()].slice(0, MAX_SHOWN);
  return (
    <div role="status" className={styles['known']}>
      {runs.map(({ runId, businessId, runImportDate, isArchived }) => (
        <Alert key={runId} color="warning" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
          {text.runImport.known(businessId, formatDate(runImportDate))}{' '}
          <Anchor
            component={Link}
            to={isArchived ? paths.archiveInterpretation(runId) : paths.runCreation(runId)}
            fz="inherit"
            underline="always"
          >
            {text.runImport.openRun(businessId)}
          </Anchor>
        </Alert>
      ))}
    </div>
  );
}
