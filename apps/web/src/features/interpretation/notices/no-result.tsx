import type { Run } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import classes from '../interpretation.module.css';

/** Shown for a run without results, with a link to likely causes. */
export function NoResult({ run }: { readonly run: Run }) {
  return (
    <div className={classes['panel-body']} role="status">
      <p>
        {text.interpretation.noResult}
        <br />
        {text.interpretation.noResultReason}
      </p>
      {run.permissions.canConfigure && (
        <div>
          <Button component={Link} to={paths.runCreation(run.id)}>
            {text.interpretation.openConfiguration}
          </Button>
        </div>
      )}
    </div>
  );
}
