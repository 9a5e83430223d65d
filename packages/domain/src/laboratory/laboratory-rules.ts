import { z } from 'zod';

import { laboratoryControlsSchema } from '../settings/required-controls.ts';
import { sentenceSchema, storedLineSchema } from '../text/text.ts';

/** Kinds of doubts about a run, in the order of the check. */
export const doubtKindSchema = z.enum([
  'failedControls',
  /** Controls that the kit or the laboratory requires and the plate lacks. */
  'missingControls',
  'standards',
  /** Samples without a call. */
  'unresolved',
  /** Wells with doubtful curves. */
  'curves',
  'nearBorder',
  'changedByHand',
  /** Kits that are not validated on the analyser. */
  'kitStatus',
  /** Kit versions whose Tm shift could not be corrected for lack of controls or certainty. */
  'tmShift',
  'expiredLots',
  /** Lots without an expiry date. */
  'openLots',
  'runDate',
  /** Doubts of the file reader, and zones of the kit that the file does not cover. */
  'importDoubts',
]);
export type DoubtKind = z.infer<typeof doubtKindSchema>;

/** Kinds that concern the plate, a kit or a lot rather than single wells. */
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
/** Kinds that concern single wells. */
export type WellKind = Exclude<DoubtKind, FactKind>;

export const isFactKind = (kind: DoubtKind): kind is FactKind => factKindSchema.safeParse(kind).success;

/**
 * What a kind of doubt requires from the user who submits or approves. `note`: nothing, it is only shown;
 * `confirm`: confirmation that it was seen (each borderline well separately); `reason`: a reason why it does
 * not matter; `block`: no decision, unless a reason is typed, and the report then says that the rule was
 * overruled.
 */
export const demandSchema = z.enum(['note', 'confirm', 'reason', 'block']);
export type Demand = z.infer<typeof demandSchema>;

export const checkedDecisionSchema = z.enum(['submit', 'approve']);
export type CheckedDecision = z.infer<typeof checkedDecisionSchema>;

/** Maximum age of the sign-in for a signature, where a new sign-in is required, in seconds. */
export const MAX_SIGN_IN_AGE_S = 5 * 60;

export const MIN_REASON = 3;
export const MAX_REASON = 500;
/** A reason for an override, a rejection or an overruled doubt, long enough to be understood a year later. */
export const reasonSchema = sentenceSchema.min(MIN_REASON).max(MAX_REASON);
export const storedReasonSchema = storedLineSchema.min(MIN_REASON).max(MAX_REASON);

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

/** Offered as one click each; at most nine, one for each digit key. */
const commonReasonsSchema = (kept: readonly string[]) =>
  z
    .array(storedLineSchema.min(3).max(100))
    .max(9)
    .default([...kept]);

/** A laboratory's rules. A laboratory without rules of its own has the defaults. */
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
  overrideNeedsReason: z.boolean().default(true),
  rejectionNeedsReason: z.boolean().default(true),
  /** Whether approving or rejecting requires a new sign-in. */
  signInAgain: z.boolean().default(false),
  /** Whether a run may not be decided by the users who interpreted or submitted it. */
  fourEyes: z.boolean().default(false),
  /**
   * Whether a run that differs from what was signed may be exported, marked as such; otherwise exports are
   * refused.
   */
  changedRunsLeave: z.boolean().default(false),
  /** Minutes without input until a session locks; null: never. */
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
      /** For controls and standards that failed. */
      control: commonReasonsSchema(['Control repeated, good', 'Splash from next well']),
    })
    .prefault({}),
  /**
   * The distance to a limit that counts as borderline, in percent of the limit. At 10 % this is 0.2 °C for
   * temperatures; half the percentage halves that, too.
   */
  nearBorderPercent: z.int().min(1).max(50).default(10),
  /** The minimum number of controls on a plate, where it exceeds the kit version's. */
  controls: laboratoryControlsSchema,
  /**
   * Whether wells with the same name, kit, lot, buffer and type are replicates; otherwise a repeated name is
   * reported.
   */
  sameNameIsReplicate: z.boolean().default(false),
});
export type LaboratoryRules = z.infer<typeof laboratoryRulesSchema>;

/** Rules of a new laboratory that differ from the defaults; existing laboratories keep theirs. */
export const NEW_LABORATORY_RULES = { signInAgain: true, idleLockMinutes: 15 } as const;

export const DEFAULT_LABORATORY_RULES: LaboratoryRules = laboratoryRulesSchema.parse({});
