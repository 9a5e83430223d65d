import { z } from 'zod';

import { namedSchema } from '../text/fields.ts';

/** A lot that makes a run a trial run: inactive now or at the interpretation, or of a sample kit. */
export const trialLotSchema = namedSchema.extend({
  /** The kit, if it is a sample. */
  sampleKit: z.string().optional(),
});

export type TrialLots = readonly { readonly name: string; readonly sampleKit?: string | undefined }[];

/** The mark of a run or lot. */
export const TRIAL_LABEL = 'Trial';
/** On every page and in every exported file of a trial run. */
export const TRIAL_NOTICE = 'Trial: not for patients';
/** The mark of a sample kit. */
export const SAMPLE_LABEL = 'Sample';
/** Where a sample kit is selected or configured. */
export const SAMPLE_KIT_NOTE = 'Sample kit: runs with it are trials and cannot be approved.';
/** Where an inactive lot is configured. */
export const TRIAL_LOT_NOTE = 'not active: runs on it are trials';

/** `Trial lot 27A0001`, `Trial lots 27A0001, 27A0002`, `Trial lot 26A0033 (sample kit LCT-13910)` */
export function trialLotsText(lots: TrialLots): string {
  const names = lots.map(({ name, sampleKit }) =>
    sampleKit === undefined ? name : `${name} (sample kit ${sampleKit})`,
  );
  return `Trial ${lots.length === 1 ? 'lot' : 'lots'} ${names.join(', ')}`;
}

/** Why a run cannot be approved. */
export const trialNotApproved = (lots: TrialLots): string =>
  `${trialLotsText(lots)}: this run cannot be approved.`;

/** Before the interpretation. */
export const trialToCome = (lots: TrialLots): string =>
  `${trialLotsText(lots)}: the run will be a trial and cannot be approved.`;

/** Why the results are not exported to other systems. */
export const trialNotSent = (lots: TrialLots): string =>
  `${trialLotsText(lots)}: the results of this run do not go to other systems.`;
