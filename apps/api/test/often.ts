/** How often something random is tried: in every test run, and in the long ones of the night (`pnpm test:night`). */
export const often = ({ byDay, byNight }: { readonly byDay: number; readonly byNight: number }) =>
  process.env['NIGHT'] === undefined ? byDay : byNight;
