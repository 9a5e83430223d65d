import type { Quantity } from '../import-report.ts';

const DERIVATIVE = /derivative/i;
/** "Melt Curve RFU Results" since CFX Manager 3, "Melt Curve Amplification Results" before. */
const FLUORESCENCE = /melt[ _]curve[ _](?:rfu|amplification)[ _]results/i;

interface NamedQuantity {
  readonly quantity: Quantity;
  readonly note: string | null;
}

/** What a CFX report's numbers are: its name is the only place that says so. */
export function quantityOfName(file: string): NamedQuantity {
  if (DERIVATIVE.test(file)) return { quantity: 'derivative', note: null };
  const note = FLUORESCENCE.test(file)
    ? null
    : `The name of ${file} is not one that CFX software gives to a report; its numbers are taken for fluorescence.`;
  return { quantity: 'fluorescence', note };
}
