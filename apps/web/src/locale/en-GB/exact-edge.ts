import { edgeText } from '@curvewell/domain';

/** The limit of a zone or region, °C, with all its decimals: two that differ never read alike. */
export const exactEdge = (value: number): string =>
  Number(edgeText(value)) === value ? edgeText(value) : String(value);
