/**
 * What `npm test` leaves to the night (`pnpm test:night`, `NIGHT=1`), in API tests and journeys alike: files whose names
 * end with `.night.test.ts` or `.night.spec.ts`, and what `often` is given as `byNight`.
 */
export const IS_NIGHT = process.env['NIGHT'] !== undefined;

/** How often something is tried, or which cases are: in every test run, and by night. */
export const often = <Day, Night>(tries: { readonly byDay: Day; readonly byNight: Night }): Day | Night =>
  IS_NIGHT ? tries.byNight : tries.byDay;
