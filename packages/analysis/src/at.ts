/**
 * The element of an array at an index that the caller guarantees to be valid. Avoids an index check in inner
 * loops; V8 inlines it.
 */
export function at(values: Float64Array, index: number): number {
  // The index is valid by the caller's guarantee.
  return values[index] as number;
}

/** The same for index arrays; a separate function, so that each stays monomorphic in V8. */
export function indexAt(values: Int32Array, index: number): number {
  // The index is valid by the caller's guarantee.
  return values[index] as number;
}

/** The element of a list at an index that the caller guarantees to be valid. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  // The index is valid by the caller's guarantee.
  return items[index] as Item;
}
