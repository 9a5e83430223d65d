/** The lots of a run that make it a trial: they are not active, or were not when it was interpreted. */
export type TrialLots = readonly { readonly name: string }[];

/** A mark beside a run or a lot. */
export const TRIAL_LABEL = 'Trial';
/** On every page and in every file of a trial run that people export. */
export const TRIAL_NOTICE = 'Trial lot: not for patients';
/** A lot that is not active, where it is configured. */
export const TRIAL_LOT_NOTE = 'not active: runs on it are trials';

/** `Trial lot 27A0001`, `Trial lots 27A0001, 27A0002` */
export function trialLotsText(lots: TrialLots): string {
  return `Trial ${lots.length === 1 ? 'lot' : 'lots'} ${lots.map(({ name }) => name).join(', ')}`;
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
