import type { Run } from '@curvewell/contracts';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';

import { interpretationTexts } from '../../locale/en-GB/interpretation.ts';
import { paths } from '../../shared/paths.ts';
import classes from './interpretation.module.css';

/** A run without a result, and the way to what may be wrong. */
export function NoResult({ run }: { readonly run: Run }) {
  return (
    <div className={classes['panel-body']} role="status">
      <p>
        {interpretationTexts.noResult}
        <br />
        {interpretationTexts.noResultReason}
      </p>
      {run.permissions.canConfigure && (
        <div>
          <Button component={Link} to={paths.runCreation(run.id)}>
            {interpretationTexts.openConfiguration}
          </Button>
        </div>
      )}
    </div>
  );
}
