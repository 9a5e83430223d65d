import {
  CHANGED_NOTICE,
  CHANGED_SENTENCE,
  accountChangesText,
  expiryText,
  RUN_STATUS_LABEL,
  runDateWords,
  TRIAL_LABEL,
  TRIAL_NOTICE,
  trialNotApproved,
  type Run,
  type SignatureStatement,
  zonedText,
} from '@curvewell/domain';

export interface ReportedSample {
  readonly name: string;
  readonly orderIds: readonly string[];
  readonly positions: readonly string[];
  /** Of wells that have only the name of the sample, although others have its order; omitted: none. */
  readonly withoutOrder?: readonly string[];
  /** In every channel. */
  readonly wellIds: readonly string[];
}

/** Facts about the report itself: how and where it was made. */
export interface ReportFacts {
  readonly softwareVersion: string;
  readonly algorithmVersion: string;
  readonly configurationSha256: string;
  readonly exportedBy: string;
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
  /** Numbers of the audit entries of the run's acts, by action. */
  readonly auditEntries: Readonly<Record<string, string>>;
  /** The run differs from what was signed, and is exported all the same. */
  readonly isChanged: boolean;
  /** The signed decision; null: none. */
  readonly signature: SignatureStatement | null;
  /** Of a report about one sample; omitted: about the run. */
  readonly sample?: ReportedSample;
}

const SIGNATURES = [
  { act: 'interpreted', action: 'run.interpret', label: 'Interpreted by', meaning: 'interpreted' },
  { act: 'submitted', action: 'run.submit', label: 'Submitted by', meaning: 'submitted for approval' },
  { act: 'approved', action: 'run.approve', label: 'Approved by', meaning: 'reviewed and approved' },
  { act: 'rejected', action: 'run.reject', label: 'Rejected by', meaning: 'reviewed and rejected' },
] as const;
/** The audit actions that a report names. */
export const SIGNED_ACTIONS: readonly string[] = SIGNATURES.map(({ action }) => action);

/** Who signed what and when, with the number of the audit entry. */
export function signatures(
  { acts, laboratoryTimeZone }: Run,
  { auditEntries, signature }: ReportFacts,
): string[] {
  const acted = SIGNATURES.flatMap(({ act, action, label, meaning }) => {
    const done = acts[act];
    const entry = auditEntries[action];
    return done === null
      ? []
      : [
          `${label} ${done.name}, ${momentText(done.at, laboratoryTimeZone)}: ${meaning}` +
            (entry === undefined ? '' : ` (audit entry ${entry})`),
        ];
  });
  return signature === null ? acted : [...acted, ...signatureLines(signature, laboratoryTimeZone)];
}

/** The signed hash, so that a printed report can be compared with the record. */
function signatureLines(statement: SignatureStatement, timeZone: string): string[] {
  const moment = (instant: string) => momentText(instant, timeZone);
  const { signer, meaning, at, signedInAt, recordHash, keyId } = statement;
  const signedIn = signedInAt === null ? '' : `, signed in for it at ${moment(signedInAt)}`;
  const account = accountChangesText(statement, moment);
  return [
    `Signed by ${signer.name} (${signer.role}), ${moment(at)}${signedIn}: ${meaning}`,
    ...(account === null ? [] : [account]),
    `Record SHA-256 ${recordHash}, Ed25519 key ${keyId}`,
  ];
}

/** An instant by the clock of the laboratory, as every time in a report: `20-11-2026 09:42 (Europe/Paris)` */
export const momentText = (instant: string, timeZone: string): string =>
  zonedText(new Date(instant), timeZone);

/** The notice on every page and in every row; null: none. */
export function noticeOf(
  { isTrial }: Pick<Run, 'isTrial'>,
  { isChanged }: Pick<ReportFacts, 'isChanged'>,
): string | null {
  const notices = [...(isChanged ? [CHANGED_NOTICE] : []), ...(isTrial ? [TRIAL_NOTICE] : [])];
  return notices.length === 0 ? null : notices.join(' · ');
}

const changedFact = ({ isChanged }: ReportFacts): [string, string][] =>
  isChanged ? [['Record', `${CHANGED_NOTICE}. ${CHANGED_SENTENCE}`]] : [];

const trialFact = ({ isTrial, trialLots }: Run): [string, string][] =>
  isTrial ? [[TRIAL_LABEL, `${TRIAL_NOTICE}. ${trialNotApproved(trialLots)}`]] : [];

function sampleFacts({ sample }: ReportFacts): [string, string][] {
  if (sample === undefined) return [];
  const { withoutOrder = [] } = sample;
  const has = withoutOrder.length === 1 ? 'has' : 'have';
  return [
    ['Sample', sample.name],
    ...(sample.orderIds.length === 0
      ? []
      : [['Order', sample.orderIds.join(', ')] satisfies [string, string]]),
    ['Wells', sample.positions.join(', ')],
    ...(withoutOrder.length === 0
      ? []
      : [
          [
            'Without an order',
            `${withoutOrder.join(', ')} ${has} the name of the sample, but no order.`,
          ] satisfies [string, string],
        ]),
  ];
}

/** The facts of a run in a report: subject, files, settings and persons. */
export function runFacts(run: Run, facts: ReportFacts): [label: string, value: string][] {
  const { acts } = run;
  const act = (label: string, one: { name: string; at: string } | null): [string, string][] =>
    one === null ? [] : [[label, `${one.name}, ${momentText(one.at, run.laboratoryTimeZone)}`]];
  return [
    ...sampleFacts(facts),
    ['Laboratory', run.laboratory.name],
    ['Run', `${run.businessId} (${RUN_STATUS_LABEL[run.status]})`],
    ...changedFact(facts),
    ...trialFact(run),
    ['Plate id', run.plateId ?? '–'],
    ['Instrument', run.instrumentName],
    ['Run date', runDateWords(run)],
    ...run.files.map((file): [string, string] => ['File', `${file.name}, SHA-256 ${file.sha256}`]),
    ...run.kits.map(({ kitVersion, reactionBuffer, lots }): [string, string] => [
      'Kit',
      `${kitVersion.kit.name} ${kitVersion.version}${reactionBuffer === null ? '' : ` (${reactionBuffer.name})`}, ` +
        lots.map(({ name, expirationDate }) => `lot ${name} ${expiryText(expirationDate)}`).join('; '),
    ]),
    ['Algorithm', `version ${facts.algorithmVersion}, settings SHA-256 ${facts.configurationSha256}`],
    ['Software', `Curvewell ${facts.softwareVersion}`],
    ...act('Imported by', acts.imported),
    ...act('Interpreted by', acts.interpreted),
    ...act('Submitted by', acts.submitted),
    ...act('Approved by', acts.approved),
    ...act('Rejected by', acts.rejected),
    ...(run.rejectionReason === null
      ? []
      : [['Rejected because', run.rejectionReason] satisfies [string, string]]),
    ['Exported by', `${facts.exportedBy}, ${momentText(facts.exportedAt, run.laboratoryTimeZone)}`],
  ];
}
