import type { Run } from '@curvewell/domain';

import { useMe } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime, formatZone } from '../../shared/format/format.ts';
import { usePrinting } from '../../shared/hooks/use-printing.ts';
import { PrintHead } from '../../shared/ui/print/print-head.tsx';
import { runWarning } from './state/run-warning.ts';

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
  return <PrintHead line={`${place} · ${printed}`} warning={runWarning(run)} />;
}
