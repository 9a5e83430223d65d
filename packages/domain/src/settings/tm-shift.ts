import { z } from 'zod';

import type { ZoneSettings } from '../kit/assay.ts';

/** The default limit of the correction, °C. */
export const DEFAULT_TM_SHIFT_LIMIT = 0.8;

/** JSON Schema's `multipleOf` fails for fractions: 1.2 / 0.1 is not an integer. */
const isTenth = (degrees: number): boolean => Number(degrees.toFixed(1)) === degrees;

/** Settings of a kit version with Tm shift correction; other versions use their zones unchanged. */
export const tmShiftSettingsSchema = z.strictObject({
  /** The maximum shift, °C, in steps of 0.1; a larger one fails the controls. */
  limit: z.number().min(0.5).max(2).refine(isTenth, 'Enter a limit in steps of 0.1 °C.'),
});
export type TmShiftSettings = z.infer<typeof tmShiftSettingsSchema>;

/**
 * `moved`: the zones are shifted; `too-small`, `uncertain`: the shift is not large or not certain enough;
 * `beyond-limit`: it exceeds the kit's limit; `no-controls`: no control has a peak to compare;
 * `no-reference`: the kit has no reference Tm here.
 */
export const tmShiftDecisionSchema = z.enum([
  'moved',
  'too-small',
  'uncertain',
  'beyond-limit',
  'no-controls',
  'no-reference',
]);

const figures = {
  decision: tmShiftDecisionSchema,
  /** The number of positive controls and standards compared. */
  controls: z.int().min(0),
  /** The median of their distances to the reference Tm, °C; null: none. */
  median: z.number().nullable(),
  /** Its standard error, °C. */
  error: z.number().nullable(),
  /** The applied shift, °C; 0: none. */
  moved: z.number(),
};

/** The Tm shift of one kit version and reaction buffer in one channel of a plate. */
export const tmShiftSchema = z.strictObject({
  ...figures,
  limit: z.number(),
  /**
   * For a control that contributed to the shift: the shift of the others, with which it is itself evaluated.
   */
  ofOthers: z.strictObject(figures).optional(),
});
export type TmShift = z.infer<typeof tmShiftSchema>;

/** The shift of the plate, without the evaluation of a control. */
export const shiftFigures = ({ ofOthers: _, ...figures }: TmShift): Omit<TmShift, 'ofOthers'> => figures;

/** The shift of a well's zones, °C. */
export const movedOf = ({ tmShift }: { readonly tmShift?: TmShift | undefined }): number =>
  (tmShift?.ofOthers ?? tmShift)?.moved ?? 0;

/** Shifts zones, °C. */
export const zonesMoved = <Zone extends Pick<ZoneSettings, 'minTemp' | 'maxTemp'>>(
  zones: readonly Zone[],
  by: number,
): Zone[] =>
  by === 0
    ? [...zones]
    : zones.map((zone) => ({ ...zone, minTemp: zone.minTemp + by, maxTemp: zone.maxTemp + by }));

/** Shifts the zones of phases. */
export const phasesMoved = <Phase extends { readonly zones: readonly ZoneSettings[] }>(
  phases: readonly Phase[],
  explanation: Parameters<typeof movedOf>[0],
): Phase[] => phases.map((phase) => ({ ...phase, zones: zonesMoved(phase.zones, movedOf(explanation)) }));

/**
 * Whether zones could not be corrected: no comparison, or not certain enough. Beyond the limit the controls
 * fail, which is more serious; a small shift needs no correction.
 */
export const isShiftUnavailable = ({ decision }: TmShift): boolean =>
  decision === 'no-controls' || decision === 'no-reference' || decision === 'uncertain';

/** “+0.31 °C” */
export const shiftText = (shift: number): string =>
  `${shift < 0 ? '−' : '+'}${Math.abs(shift).toFixed(2)} °C`;

/** “zones +0.31 °C”; null: not shifted. */
export function zonesText(explanation: { readonly tmShift?: TmShift | undefined }): string | null {
  const moved = movedOf(explanation);
  return moved === 0 ? null : `zones ${shiftText(moved)}`;
}

const controlsText = (count: number): string => (count === 1 ? '1 control' : `${count} controls`);

/** The result of the comparison with the controls and its consequence, in one sentence. */
export function tmShiftText({ decision, controls, median, error, limit, moved }: TmShift): string {
  const measured = `${controlsText(controls)} melted ${shiftText(median ?? 0)} from the kit (standard error ${(error ?? 0).toFixed(2)} °C)`;
  switch (decision) {
    case 'moved':
      return `Zones moved by ${shiftText(moved)}: ${measured}.`;
    case 'too-small':
      return `Zones not moved: ${measured}, which is not more than 0.40 °C.`;
    case 'uncertain':
      return `Zones not moved: ${measured}, which is not more than two standard errors.`;
    case 'beyond-limit':
      return `Zones not moved: ${measured}, more than the ${limit.toFixed(2)} °C that the kit allows. The controls failed.`;
    case 'no-controls':
      return 'Zones not moved: no positive control or standard has a peak that can be compared with the kit.';
    case 'no-reference':
      return 'Zones not moved: the kit has no reference Tm for this channel.';
  }
}

/** How a control that contributed to the shift is evaluated; null: like every well. */
function ofOthersText({ ofOthers }: TmShift): string | null {
  if (ofOthers === undefined) return null;
  if (ofOthers.controls === 0)
    return 'No other control was compared: this control is evaluated by the zones of the kit.';
  const others = ofOthers.controls === 1 ? 'control' : controlsText(ofOthers.controls);
  const by = `This control is evaluated by the other ${others}`;
  return ofOthers.moved === 0
    ? `${by}, which did not move the zones.`
    : `${by}: zones ${shiftText(ofOthers.moved)}.`;
}

/** All texts about a well's zones; empty: no correction in the kit. */
export const shiftTexts = ({ tmShift }: { readonly tmShift?: TmShift | undefined }): readonly string[] =>
  tmShift === undefined ? [] : [tmShiftText(tmShift), ofOthersText(tmShift)].flatMap((text) => text ?? []);
