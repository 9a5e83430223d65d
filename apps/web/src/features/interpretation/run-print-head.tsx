import { CHANGED_NOTICE, TRIAL_NOTICE, type Run } from '@curvewell/domain';

import { useMe } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime, formatZone } from '../../shared/format/format.ts';
import { usePrinting } from '../../shared/hooks/use-printing.ts';
import { PrintHead } from '../../shared/ui/print/print-head.tsx';

const words = text.print;

/** Laboratory, time and user of a printed run, and on every page that it is not approved. */
export function RunPrintHead({ run }: { readonly run: Run }) {
  const at = usePrinting();
  return at !== null && <Head run={run} at={at} />;
}

function Head({ run, at }: { readonly run: Run; readonly at: string }) {
  const { name } = useMe();
  const place = `${run.laboratory.name} · ${text.interpretation.title(run.businessId)}`;
  const printed = words.by(formatDateTime(at), formatZone(at), name);
  return <PrintHead line={`${place} · ${printed}`} warning={warningOf(run)} />;
}

/** What a reader of the paper must not overlook; null: the run is approved and unchanged. */
export function warningOf({
  status,
  isTrial,
  record,
}: Pick<Run, 'status' | 'isTrial' | 'record'>): string | null {
  const warnings = [
    ...(status === 'APPROVED' ? [] : [status === 'REJECTED' ? words.rejected : words.notApproved]),
    ...(isTrial ? [TRIAL_NOTICE] : []),
    ...(record === 'changed' ? [CHANGED_NOTICE] : []),
  ];
  return warnings.length === 0 ? null : warnings.join(' · ');
}
