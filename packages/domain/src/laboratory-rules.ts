import { z } from 'zod';

import { laboratoryControlsSchema } from './required-controls.ts';
import { lineSchema } from './text.ts';

/** What can be doubtful about a run, in the order of the check. */
export const doubtKindSchema = z.enum([
  'failedControls',
  /** Controls that the kit or the laboratory asks for, and the plate does not hold. */
  'missingControls',
  'standards',
  /** Samples without a call. */
  'unresolved',
  /** Wells whose curves are in doubt. */
  'curves',
  'nearBorder',
  'changedByHand',
  /** Kits that are not validated on the analyser. */
  'kitStatus',
  /** Kit versions whose zones should have followed the controls, and did not: no control, or none that is certain. */
  'tmShift',
  'expiredLots',
  /** Lots whose expiry date was never set. */
  'openLots',
  'runDate',
  /** What the reader of the files doubts, and what of the kit the file does not hold. */
  'importDoubts',
]);
export type DoubtKind = z.infer<typeof doubtKindSchema>;

/** Kinds that are true of the plate, a kit or a lot, and not of single wells. */
export const factKindSchema = doubtKindSchema.extract([
  'missingControls',
  'kitStatus',
  'tmShift',
  'expiredLots',
  'openLots',
  'runDate',
  'importDoubts',
]);
export type FactKind = z.infer<typeof factKindSchema>;
/** Kinds that are true of single wells. */
export type WellKind = Exclude<DoubtKind, FactKind>;

export const isFactKind = (kind: DoubtKind): kind is FactKind => factKindSchema.safeParse(kind).success;

/**
 * What a kind of doubt asks of who submits or approves. `note`: nothing, it is only shown; `confirm`: to confirm that it
 * was seen (borderline wells: each of them); `reason`: to state why it does not matter; `block`: it blocks
 * the decision, unless a reason is typed; the report then says that the rule was not followed.
 */
export const demandSchema = z.enum(['note', 'confirm', 'reason', 'block']);
export type Demand = z.infer<typeof demandSchema>;

/** What is decided after a check. */
export const checkedDecisionSchema = z.enum(['submit', 'approve']);
export type CheckedDecision = z.infer<typeof checkedDecisionSchema>;

/** How long ago somebody may have signed in who signs where signing in again is requested. */
export const MAX_SIGN_IN_AGE_S = 5 * 60;

export const MIN_REASON = 3;
export const MAX_REASON = 500;
/** Why somebody overrode, rejected, or went on: stated in words that mean something a year later. */
export const reasonSchema = lineSchema.min(MIN_REASON).max(MAX_REASON);

const demandsSchema = (kept: Readonly<Record<DoubtKind, Demand>>) =>
  z
    .strictObject({
      failedControls: demandSchema.default(kept.failedControls),
      missingControls: demandSchema.default(kept.missingControls),
      standards: demandSchema.default(kept.standards),
      unresolved: demandSchema.default(kept.unresolved),
      curves: demandSchema.default(kept.curves),
      nearBorder: demandSchema.default(kept.nearBorder),
      changedByHand: demandSchema.default(kept.changedByHand),
      kitStatus: demandSchema.default(kept.kitStatus),
      tmShift: demandSchema.default(kept.tmShift),
      expiredLots: demandSchema.default(kept.expiredLots),
      openLots: demandSchema.default(kept.openLots),
      runDate: demandSchema.default(kept.runDate),
      importDoubts: demandSchema.default(kept.importDoubts),
    })
    .prefault({});

const NOTE = {
  failedControls: 'note',
  missingControls: 'note',
  standards: 'note',
  unresolved: 'note',
  curves: 'note',
  nearBorder: 'note',
  changedByHand: 'note',
  kitStatus: 'note',
  tmShift: 'note',
  expiredLots: 'note',
  openLots: 'note',
  runDate: 'note',
  importDoubts: 'note',
} as const;

/** Offered as one click each; beyond nine no key is left for them. */
const commonReasonsSchema = (kept: readonly string[]) =>
  z
    .array(lineSchema.min(3).max(100))
    .max(9)
    .default([...kept]);

/** What a laboratory asks for before results leave it. A laboratory without rules of its own has the defaults. */
export const laboratoryRulesSchema = z.strictObject({
  submit: demandsSchema(NOTE),
  approve: demandsSchema({
    ...NOTE,
    failedControls: 'confirm',
    missingControls: 'confirm',
    standards: 'confirm',
    unresolved: 'confirm',
    kitStatus: 'confirm',
    tmShift: 'confirm',
    expiredLots: 'reason',
    importDoubts: 'confirm',
  }),
  /** Whether a result is overridden only with a reason. */
  overrideNeedsReason: z.boolean().default(true),
  /** Whether a run is rejected only with a reason. */
  rejectionNeedsReason: z.boolean().default(true),
  /** Whether who approves or rejects signs in again for it. */
  signInAgain: z.boolean().default(false),
  /** Whether neither who interpreted a run nor who submitted it decides on it. */
  fourEyes: z.boolean().default(false),
  /** Whether a run that is not what was signed leaves the laboratory, marked as such; else it is refused. */
  changedRunsLeave: z.boolean().default(false),
  /** After how long without any input a session locks, in minutes; null: it does not. */
  idleLockMinutes: z.int().min(1).max(480).nullable().default(null),
  commonReasons: z
    .strictObject({
      override: commonReasonsSchema([
        'Second peak is a spike',
        'Peak is clear, below the threshold',
        'Repeat of the sample agrees',
        'Checked against the other channel',
        'Well is contaminated',
      ]),
      /** Of a control. */
      controlOverride: commonReasonsSchema([
        'Control was repeated, good',
        'Pipetting error in this well',
        'Wrong control in this well',
        'Checked against the other channel',
      ]),
      rejection: commonReasonsSchema([
        'Controls failed',
        'Wrong plate or layout',
        'Poor curves',
        'To be repeated',
      ]),
      /** For controls and standards that are not as they should be. */
      control: commonReasonsSchema(['Control repeated, good', 'Splash from next well']),
    })
    .prefault({}),
  /**
   * How near to a limit counts as near, in percent of it. At 10 % a temperature is near to a zone's edge at 0.2 °C;
   * half the percentage halves that, too.
   */
  nearBorderPercent: z.int().min(1).max(50).default(10),
  /** Controls that a plate needs, where that is more than the kit version asks for. */
  controls: laboratoryControlsSchema,
  /** Whether wells of one name, kit, lot, buffer and type are replicates; else a name used twice is reported. */
  sameNameIsReplicate: z.boolean().default(false),
});
export type LaboratoryRules = z.infer<typeof laboratoryRulesSchema>;

/** What a laboratory begins with, beside the defaults: those that were there before keep their own rules. */
export const NEW_LABORATORY_RULES = { signInAgain: true, idleLockMinutes: 15 } as const;

export const DEFAULT_LABORATORY_RULES: LaboratoryRules = laboratoryRulesSchema.parse({});
