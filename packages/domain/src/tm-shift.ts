import { z } from 'zod';

import type { ZoneSettings } from './assay.ts';

/** The limit that the correction begins with, °C. */
export const DEFAULT_TM_SHIFT_LIMIT = 0.8;

/** JSON Schema's `multipleOf` is wrong for fractions: 1.2 / 0.1 is not whole. */
const isTenth = (degrees: number): boolean => Number(degrees.toFixed(1)) === degrees;

/** A kit version whose zones follow the controls of a plate; what has none is read by its zones as they are. */
export const tmShiftSettingsSchema = z.strictObject({
  /** How far zones move at most, °C, in steps of 0.1; a larger shift fails the controls. */
  limit: z.number().min(0.5).max(2).refine(isTenth, 'Give a limit in steps of 0.1 °C.'),
});
export type TmShiftSettings = z.infer<typeof tmShiftSettingsSchema>;

/**
 * `moved`: the zones follow the controls; `too-small`, `uncertain`: the shift is not large, or not certain enough;
 * `beyond-limit`: it is larger than the kit allows; `no-controls`: no control shows a peak to compare;
 * `no-reference`: the kit names no reference Tm here.
 */
export const tmShiftDecisionSchema = z.enum([
  'moved',
  'too-small',
  'uncertain',
  'beyond-limit',
  'no-controls',
  'no-reference',
]);
export type TmShiftDecision = z.infer<typeof tmShiftDecisionSchema>;

const figures = {
  decision: tmShiftDecisionSchema,
  /** Positive controls and standards that were compared. */
  controls: z.int().min(0),
  /** Of their distances to the reference Tm, °C; null: there is none. */
  median: z.number().nullable(),
  /** Its standard error, °C. */
  error: z.number().nullable(),
  /** How far the zones moved, °C; 0: not. */
  moved: z.number(),
};

/** How the zones of one kit version and reaction buffer followed the controls of a plate in one channel. */
export const tmShiftSchema = z.strictObject({
  ...figures,
  limit: z.number(),
  /** Of a control that the shift was taken from: the shift of the others, by which it is evaluated itself. */
  ofOthers: z.strictObject(figures).optional(),
});
export type TmShift = z.infer<typeof tmShiftSchema>;

/** The shift of the plate alone, without how a control is evaluated. */
export const shiftFigures = ({ ofOthers: _, ...figures }: TmShift): Omit<TmShift, 'ofOthers'> => figures;

/** How far the zones moved that a well was read by, °C. */
export const movedOf = ({ tmShift }: { readonly tmShift?: TmShift | undefined }): number =>
  (tmShift?.ofOthers ?? tmShift)?.moved ?? 0;

/** Zones some way up or down, °C. */
export const zonesMoved = <Zone extends Pick<ZoneSettings, 'minTemp' | 'maxTemp'>>(
  zones: readonly Zone[],
  by: number,
): Zone[] =>
  by === 0
    ? [...zones]
    : zones.map((zone) => ({ ...zone, minTemp: zone.minTemp + by, maxTemp: zone.maxTemp + by }));

/** Phases with their zones where a well was read by them. */
export const phasesMoved = <Phase extends { readonly zones: readonly ZoneSettings[] }>(
  phases: readonly Phase[],
  explanation: Parameters<typeof movedOf>[0],
): Phase[] => phases.map((phase) => ({ ...phase, zones: zonesMoved(phase.zones, movedOf(explanation)) }));

/**
 * Whether zones should have followed the controls, and could not: nothing was compared, or not certain enough. Beyond the
 * limit the controls fail, which weighs more; a small shift needs no correction.
 */
export const isShiftUnavailable = ({ decision }: TmShift): boolean =>
  decision === 'no-controls' || decision === 'no-reference' || decision === 'uncertain';

/** “+0.31 °C” */
export const shiftText = (shift: number): string =>
  `${shift < 0 ? '−' : '+'}${Math.abs(shift).toFixed(2)} °C`;

/** “zones +0.31 °C”; null: they did not move. */
export function zonesText(explanation: { readonly tmShift?: TmShift | undefined }): string | null {
  const moved = movedOf(explanation);
  return moved === 0 ? null : `zones ${shiftText(moved)}`;
}

const controlsText = (count: number): string => (count === 1 ? '1 control' : `${count} controls`);

/** What the controls showed and what followed, in one sentence. */
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

/** How a control is evaluated that the shift was taken from; null: like every well. */
export function ofOthersText({ ofOthers }: TmShift): string | null {
  if (ofOthers === undefined) return null;
  if (ofOthers.controls === 0)
    return 'No other control was compared: this control is evaluated by the zones of the kit.';
  const others = ofOthers.controls === 1 ? 'control' : controlsText(ofOthers.controls);
  const by = `This control is evaluated by the other ${others}`;
  return ofOthers.moved === 0
    ? `${by}, which did not move the zones.`
    : `${by}: zones ${shiftText(ofOthers.moved)}.`;
}

/** All texts about a well's zones; empty: the kit does not correct the shift. */
export const shiftTexts = ({ tmShift }: { readonly tmShift?: TmShift | undefined }): readonly string[] =>
  tmShift === undefined ? [] : [tmShiftText(tmShift), ofOthersText(tmShift)].flatMap((text) => text ?? []);
