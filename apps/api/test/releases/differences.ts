/** Trial accounts moved to a separate schema; wrong passwords are counted in memory. */
const IDENTITY_APART = {
  '20261128061000_identity_apart': [
    'identity_account.user_id',
    'identity_account.password_hash',
    'identity_account.set_password_token_hash',
    'identity_account.set_password_expires_at',
    'identity_account.set_password_by_id',
    'identity_key.id',
    'identity_key.use',
    'identity_key.secret',
    'identity_key.created_at',
    'known_network.network',
    'known_network.last_sign_in_at',
    'oidc_record.model',
    'oidc_record.id',
    'oidc_record.payload',
    'oidc_record.grant_id',
    'oidc_record.uid',
    'oidc_record.consumed_at',
    'oidc_record.expires_at',
    'sign_in_limit.key',
    'sign_in_limit.points',
    'sign_in_limit.expire',
  ],
};

/** Rows of runs got their laboratory. */
const laboratoryOf = (...tables: readonly string[]) => ({
  '20261202700100_fill_laboratory_ids': tables.map((table) => `${table}.laboratory_id`),
});

/** Changes of a release's rows by migrations, `table.column` by migration. */
export const CHANGED_BY_MIGRATIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  e6f2545: {
    // The counts of wrong passwords moved to a table of their own.
    '20261122084139_sign_in_limits': ['identity_account.failures', 'identity_account.locked_until'],
    // The queue replaced the table; waiting work is marked as failed in its run.
    '20261123001500_jobs': [
      'archive_job.run_id',
      'archive_job.laboratory_id',
      'archive_job.mark_as_to_delete',
      'archive_job.requested_by_id',
      'archive_job.requested_by_name',
      'archive_job.requested_at',
      'archive_job.attempts',
      'archive_job.next_attempt_at',
      'archive_job.failed_at',
      'archive_job.error',
    ],
    ...IDENTITY_APART,
    ...laboratoryOf('control_peak', 'run_kit', 'run_kit_lot', 'run_used_pair'),
  },
  '088e2fb': {
    ...IDENTITY_APART,
    ...laboratoryOf('control_peak', 'record_check', 'run_kit', 'run_kit_lot', 'run_used_pair'),
  },
};

/** Intended changes of wording: removed from both outputs before they are compared. */
type Difference = readonly [pattern: RegExp, replacement: string];

const SINCE_088E2FB: readonly Difference[] = [
  // An export names its version and time.
  [/\b0\.\d+\.\d+(?:\+[0-9a-f]+)?(?=["\s])/g, 'VERSION'],
  [/(Exported by(?:","Value":"| )[^,]+), \d\d-\d\d-\d{4} \d\d:\d\d \(?UTC\)?/g, '$1'],
  // Instants name their zone in brackets, and have no milliseconds for other systems.
  [/(\d\d-\d\d-\d{4} \d\d:\d\d) \(UTC\)/g, '$1 UTC'],
  [/(T\d\d:\d\d:\d\d)\.000Z/g, '$1Z'],
  // Other wordings.
  [/No peak in any zone: NONE/g, 'No peak counts: NONE'],
  // Peaks outside all zones are not NONE.
  [/outside zones (?=\d\d\.\d\d °C)/g, ''],
  [/(\d °C): NONE/g, '$1 in no zone'],
  [/("Combination":"|[;,])in no zone(?=["';,])/g, '$1NONE'],
  [/beyond it the combination would be NONE(?:, [^.]*)?\./g, 'beyond it it would lie in no zone.'],
  [/lies outside all zones/g, 'lies in no zone'],
  [/TEXAS RED/g, 'TEXAS_RED'],
  [/Unresolved:/g, 'No call:'],
  [/(\d) unresolved: seen/g, '$1 without a call: seen'],
  // A row of a report labels its flags.
  [/ Flags: (?=[A-Z])/g, ' '],
  // A check lists doubtful curves, and FHIR lists the flags of a result.
  [/Doubtful curves: /g, 'Curves in doubt: '],
  [/ Curves in doubt: none\./g, ''],
  [/Overrides: (?=none|\d)/g, 'Changed by hand: '],
  [/Overridden by (?=[^,"]+, \d\d-)/g, 'Changed by hand: '],
  [/Borderline: (?=[A-P]\d)/g, 'Near a border: '],
  [/Nearest limit: /g, 'Nearest border: '],
  [/(the|times the|,) threshold (?=\d)/g, '$1 limit '],
  // The workbook has other headings.
  [/"Nearest limit"/g, '"Nearest border"'],
  [/"Relative distance to the limit"/g, '"Steps to the border"'],
  [/"Distance to the nearer edge \(°C\)"/g, '"To its nearer edge (°C)"'],
  [/"Min\. (height|significance|quality)/g, '"Least $1'],
  [/"Counted"/g, '"Counts"'],
  [/"Met"/g, '"Holds"'],
  [/Check, no decision yet/g, 'Check, not decided on yet'],
  [/Note before reading the results/g, 'To know before reading the results'],
  [/, affects (?=\d+ samples)/g, ', marks '],
  [/ \(not met\)/g, ' (does not hold)'],
  [/RFU off and was excluded/g, 'RFU off and left out'],
  [/limit and were excluded/g, 'limit and left out'],
  [/too small relative to the highest peak/g, 'small beside the highest peak'],
  [/relative to the (?=highest peak|template)/g, 'beside the '],
  [/on this analyser, /g, 'on this cycler, '],
  [/(asks for|requires) (?=\d\.)/g, 'requires '],
  [/(\d) (?:asked for|required)\./g, '$1 required.'],
  [/checks were stored/g, 'checks were kept'],
  [/\{"text":"(?:(?:MELT|ANNEAL): the peak at [^"]*|A control of this kit and lot has failed\.)"\},/g, ''],
  // The kit has words of its own for this result, so no code of the catalogue stands for it.
  [/"result_code":"HOMOZYGOUS_MUTATED_14009"/g, '"result_code":"Homozygous mutated −14009 G/G"'],
  [/"coding":\[\{[^\]]*"84413-4"[^\]]*\],(?="text":"Result of LCT-13910 v2, TEXAS_RED")/g, ''],
  [
    /\{"code":\{"coding":\[\{[^\]]*"53034-5"[^\]]*\]\},"valueCodeableConcept":[^\]]*\]\}\},(?=\{"code":\{"text":"[^"]*zone J")/g,
    '',
  ],
  // Rules have the words of the kit.
  [/Homozygous(?: |\\n)mutated(?: |\\n)14009/g, 'Homozygous mutated −14009 G/G'],
  // Each row and each page of a run that is not approved says so.
  [/REJECTED: not a result · /g, ''],
  [/(?:NOT APPROVED|REJECTED)\s(?=[^·]{1,60}\sRun\s\d+\s·\s(?:NOT\sAPPROVED|REJECTED))/g, ''],
  // A rejected run has the check of its submission.
  [/(Run \d+ \(Rejected\) .*?)Check, not decided on yet/g, '$1Check before submission'],
];

const SINCE_E6F2545: readonly Difference[] = [
  ...SINCE_088E2FB,
  [/(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z/g, '$3-$2-$1 $4 UTC'],
  // Whether a date without a zone was read as UTC was not noted.
  [/, the file may give no time zone/g, ''],
  // A result names what lies beyond a limit.
  [/(the combination would be (?:NONE|[A-Z](?: \+ [A-Z])*)), [^.]*\./g, '$1.'],
  // The report starts with the check, which lists overrides; comments and reasons follow their well.
  [/Check(?:, not decided on yet)? [^]*?(?=Results (?:FAM|TEXAS_RED))/g, ''],
  [/Changed by hand: .*?\) (?=FAM 1 2 3)/g, ''],
  [/why it was called so/g, 'the reason for its result'],
  [/Was Score Comments/g, 'Was Score'],
  [/(?:Comment by )?Tara Holm: Diluted 1:2/g, ''],
  [/Changed by Tara Holm, [^“]*“Second peak is clear”/g, ''],
];

export const DIFFERENCES: Readonly<Record<string, readonly Difference[]>> = {
  e6f2545: SINCE_E6F2545,
  '088e2fb': SINCE_088E2FB,
};

/** Facts that the workbooks of earlier releases lack. */
export const NEW_FACTS = ['Check', 'Remark'];
