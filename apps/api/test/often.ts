/** The long sets, `pnpm test:night`. */
export const IS_NIGHT = process.env['NIGHT'] !== undefined;

/** How often something random is tried: in every test run, and in the long ones of the night (`pnpm test:night`). */
export const often = ({ byDay, byNight }: { readonly byDay: number; readonly byNight: number }) =>
  IS_NIGHT ? byNight : byDay;
