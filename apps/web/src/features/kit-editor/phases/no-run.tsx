import type { KitRun } from '@curvewell/contracts';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import charts from '../charts/charts.module.css';

const words = text.kits.charts;

export interface NoRunProps {
  readonly place: { readonly kit: string; readonly buffer: string; readonly analyser: string };
  /** The run whose wells are shown instead; null if none is chosen. */
  readonly run: KitRun | null;
  readonly hasOthers: boolean;
}

/** Shown if no run has the kit: explains what to do, and which run is shown instead. */
export function NoRun({ place: { kit, buffer, analyser }, run, hasOthers }: NoRunProps) {
  return (
    <p className={charts['no-run']}>
      <span>
        {words.noRun(kit, buffer, analyser)}
        {run === null && hasOthers && ` ${words.useOther}`}
        {run !== null && ` ${words.allWells(run.businessId)}`}
      </span>
      <Button component={Link} to={paths.runImport()} variant="subtle" size="compact-sm">
        {words.importRun}
      </Button>
    </p>
  );
}
