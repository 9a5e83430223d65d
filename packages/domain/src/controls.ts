import { z } from 'zod';

/** What is followed of a control's peak: °C, RFU/°C, 0 to 1. */
export const controlMeasureSchema = z.enum(['tm', 'height', 'quality']);
export type ControlMeasure = z.infer<typeof controlMeasureSchema>;

/** Fewer points make no limits. */
export const MIN_REFERENCE_POINTS = 10;
/** So many readings of a control on an analyser are looked at, the newest ones. */
export const MAX_CONTROL_READINGS = 1_000;
