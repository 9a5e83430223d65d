import type { Quantity } from '../import-report.ts';

const DERIVATIVE = /derivative/i;
/** "Melt Curve RFU Results" since CFX Manager 3, "Melt Curve Amplification Results" before. */
const FLUORESCENCE = /melt[ _]curve[ _](?:rfu|amplification)[ _]results/i;

/** `<base> -  <Report>_<fluorophore>.csv`, `<base>_Run Information.csv`: what the reports of one run have in common. */
const REPORT_OF = /([^\\/]+?)(?: - {1,2}|_-_{1,2})[^\\/]*\.[a-z]{3,4}$/i;
const INFORMATION_OF = /([^\\/]+?)[ _-]+Run[ _]Information\.[a-z]{3,4}$/i;

/** What the software calls a run in the name of each of its reports; null where a name is another. */
export function runOfName(file: string): string | null {
  return (INFORMATION_OF.exec(file) ?? REPORT_OF.exec(file))?.[1]?.trim() ?? null;
}

interface NamedQuantity {
  readonly quantity: Quantity;
  readonly note: string | null;
}

/** What a CFX report's numbers are: its name is the only place that says so. */
export function quantityOfName(file: string): NamedQuantity {
  if (DERIVATIVE.test(file)) return { quantity: 'derivative', note: null };
  const note = FLUORESCENCE.test(file)
    ? null
    : `The name of ${file} is not one that CFX software gives to a report; its numbers are read as fluorescence.`;
  return { quantity: 'fluorescence', note };
}
