/** Constants, limits and peers' settings are chosen on these seeds. */
export const TUNING_SEEDS = [1101, 1102, 1103, 1104] as const;

/** No choice depends on these seeds; they are evaluated when a state is final. */
export const JUDGING_SEEDS = [90210, 90211, 90212, 90213] as const;

/** @throws RangeError for a judging seed */
export function tuningSeeds(seeds: readonly number[]): readonly number[] {
  const judging = seeds.filter((seed) => JUDGING_SEEDS.some((kept) => kept === seed));
  if (judging.length > 0)
    throw new RangeError(
      `seed ${judging.join(', ')} is reserved for the final measurement: do not tune on it`,
    );
  return seeds;
}
