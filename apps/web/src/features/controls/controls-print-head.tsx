import type { ControlChoice } from '@curvewell/contracts';

import { useMe } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime, formatZone } from '../../shared/format/format.ts';
import { ownerName } from '../../shared/format/kit-options.ts';
import { usePrinting } from '../../shared/hooks/use-printing.ts';
import { PrintHead } from '../../shared/ui/print/print-head.tsx';
import type { ControlsView } from './use-controls-address.ts';

const words = text.controls;

interface ControlsPrintHeadProps {
  readonly choices: readonly ControlChoice[];
  readonly view: ControlsView;
}

/** What is selected, in place of the fields that are not printed, with laboratory, time and user. */
export function ControlsPrintHead(props: ControlsPrintHeadProps) {
  const at = usePrinting();
  return at !== null && <Head {...props} at={at} />;
}

function Head({ choices, view, at }: ControlsPrintHeadProps & { readonly at: string }) {
  const { name, laboratories } = useMe();
  const { choice, analyserId, period } = view;
  const analyser = choices.find((one) => one.analyser.id === analyserId)?.analyser.name ?? words.allAnalysers;
  const line = [
    ...laboratories.slice(0, 1).map((laboratory) => laboratory.name),
    words.title,
    `${choice.kit.name} (${ownerName(choice.kit)})`,
    choice.reactionBuffer.name,
    analyser,
    choice.channel,
    words.periods[period],
    text.print.by(formatDateTime(at), formatZone(at), name),
  ].join(' · ');
  return <PrintHead line={line} warning={null} />;
}
