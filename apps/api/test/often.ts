/**
 * Whether the night tests run (`pnpm test:night`, `NIGHT=1`): files that end with `.night.test.ts` or
 * `.night.spec.ts`, and the `byNight` values of `often`.
 */
export const IS_NIGHT = process.env['NIGHT'] !== undefined;

/** Selects a number of repetitions, or cases, for every test run and for the night. */
export const often = <Day, Night>(tries: { readonly byDay: Day; readonly byNight: Night }): Day | Night =>
  IS_NIGHT ? tries.byNight : tries.byDay;
