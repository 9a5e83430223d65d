import { z } from 'zod';

/** The measured quantities of a control's peak: °C, RFU/°C, 0 to 1. */
export const controlMeasureSchema = z.enum(['tm', 'height', 'quality']);
export type ControlMeasure = z.infer<typeof controlMeasureSchema>;

export const MIN_REFERENCE_POINTS = 10;
/** The maximum number of readings of a control on an analyser, newest first. */
export const MAX_CONTROL_READINGS = 1_000;
