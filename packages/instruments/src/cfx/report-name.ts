import type { Quantity } from '../import-report.ts';

const DERIVATIVE = /derivative/i;
/** "Melt Curve RFU Results" since CFX Manager 3, "Melt Curve Amplification Results" before. */
const FLUORESCENCE = /melt[ _]curve[ _](?:rfu|amplification)[ _]results/i;

/**
 * `<base> - <Report>_<fluorophore>.csv`, `<base>_Run Information.csv`: the common part of a run's report
 * names.
 */
const REPORT_OF = /([^\\/]+?)(?: - {1,2}|_-_{1,2})[^\\/]*\.[a-z]{3,4}$/i;
const INFORMATION_OF = /([^\\/]+?)[ _-]+Run[ _]Information\.[a-z]{3,4}$/i;

/** The run name within a report's file name; null: another kind of name. */
export function runOfName(file: string): string | null {
  return (INFORMATION_OF.exec(file) ?? REPORT_OF.exec(file))?.[1]?.trim() ?? null;
}

interface NamedQuantity {
  readonly quantity: Quantity;
  readonly note: string | null;
}

/** The quantity of a CFX report, which only its name states. */
export function quantityOfName(file: string): NamedQuantity {
  if (DERIVATIVE.test(file)) return { quantity: 'derivative', note: null };
  const note = FLUORESCENCE.test(file)
    ? null
    : `The name of ${file} is not one that CFX software gives to a report; its numbers are read as fluorescence.`;
  return { quantity: 'fluorescence', note };
}
