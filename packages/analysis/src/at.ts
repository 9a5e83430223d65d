/**
 * The element of an array at an index that the caller knows to be inside it; outside, NaN-like `undefined`
 * would follow, so loops bound their indices first. Inlined by the engine: the price of an index check in the
 * types without a price in the loops.
 */
export function at(values: Float64Array, index: number): number {
  // The index is inside by construction; the compiler cannot know.
  return values[index] as number;
}

/** The same for arrays of indices; apart, so that each stays monomorphic in the engine. */
export function indexAt(values: Int32Array, index: number): number {
  // The index is inside by construction; the compiler cannot know.
  return values[index] as number;
}

/** The element of a list at an index that the caller knows to be inside it. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  // The index is inside by construction; the compiler cannot know.
  return items[index] as Item;
}
