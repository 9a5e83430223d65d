import { z } from 'zod';

import { namedSchema } from './fields.ts';

/** A lot that makes a run a trial: it is not active, or was not when the run was interpreted, or its kit is a sample. */
export const trialLotSchema = namedSchema.extend({
  /** Its kit, where that is a sample. */
  sampleKit: z.string().optional(),
});

export type TrialLots = readonly { readonly name: string; readonly sampleKit?: string | undefined }[];

/** A mark beside a run or a lot. */
export const TRIAL_LABEL = 'Trial';
/** On every page and in every file of a trial run that people export. */
export const TRIAL_NOTICE = 'Trial: not for patients';
/** A kit that shows how the product works. */
export const SAMPLE_LABEL = 'Sample';
/** Where a sample kit is chosen or configured. */
export const SAMPLE_KIT_NOTE = 'Sample kit: runs with it are trials and cannot be approved.';
/** A lot that is not active, where it is configured. */
export const TRIAL_LOT_NOTE = 'not active: runs on it are trials';

/** `Trial lot 27A0001`, `Trial lots 27A0001, 27A0002`, `Trial lot 26A0033 (sample kit LCT-13910)` */
export function trialLotsText(lots: TrialLots): string {
  const names = lots.map(({ name, sampleKit }) =>
    sampleKit === undefined ? name : `${name} (sample kit ${sampleKit})`,
  );
  return `Trial ${lots.length === 1 ? 'lot' : 'lots'} ${names.join(', ')}`;
}

/** Why a run is not approved. */
export const trialNotApproved = (lots: TrialLots): string =>
  `${trialLotsText(lots)}: this run cannot be approved.`;

/** Before it is interpreted. */
export const trialToCome = (lots: TrialLots): string =>
  `${trialLotsText(lots)}: the run will be a trial and cannot be approved.`;

/** Why the results of a run are not given to other systems. */
export const trialNotSent = (lots: TrialLots): string =>
  `${trialLotsText(lots)}: the results of this run do not go to other systems.`;
