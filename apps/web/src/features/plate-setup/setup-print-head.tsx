import { TRIAL_NOTICE, type Run } from '@curvewell/domain';

import { useMe } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime, formatZone } from '../../shared/format/format.ts';
import { usePrinting } from '../../shared/hooks/use-printing.ts';
import { PrintHead } from '../../shared/ui/print/print-head.tsx';

/** Laboratory, time and user of a printed plate setup, which has no results. */
export function SetupPrintHead({ run }: { readonly run: Run }) {
  const at = usePrinting();
  return at !== null && <Head run={run} at={at} />;
}

function Head({ run, at }: { readonly run: Run; readonly at: string }) {
  const { name } = useMe();
  const printed = text.print.by(formatDateTime(at), formatZone(at), name);
  const warnings = [text.print.notInterpreted, ...(run.isTrial ? [TRIAL_NOTICE] : [])];
  return (
    <PrintHead
      line={[run.laboratory.name, text.wells.title(run.businessId), printed].join(' · ')}
      warning={warnings.join(' · ')}
    />
  );
}
