/** Readings in order of temperature. */
export interface Readings {
  readonly temperature: Float64Array;
  readonly value: Float64Array;
}

/** A place where the readings are not the sample's: °C and RFU. */
export interface Fault {
  readonly temperature: number;
  readonly size: number;
}

/** How far some readings lie apart, RFU. */
export const rangeOf = (values: Float64Array | readonly number[]): number =>
  Math.max(...values) - Math.min(...values);
