import { RUN_STATUS_LABEL, type Run } from '@curvewell/contracts';

/** What a report tells beside the run: how and where it was made. */
export interface ReportFacts {
  readonly softwareVersion: string;
  readonly algorithmVersion: string;
  readonly configurationSha256: string;
  readonly exportedBy: string;
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
}

/** `20-11-2026 09:42 UTC` */
export function momentText(instant: string): string {
  const [, year = '', month = '', day = '', time = ''] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(instant) ?? [];
  return `${day}-${month}-${year} ${time} UTC`;
}

/** `31-03-2027` */
export function dayText(day: string): string {
  return day.split('-').reverse().join('-');
}

/** The facts of a run as a report lists them: what, from which files, with which settings, by whom. */
export function runFacts(run: Run, facts: ReportFacts): [label: string, value: string][] {
  const { acts } = run;
  const act = (label: string, one: { name: string; at: string } | null): [string, string][] =>
    one === null ? [] : [[label, `${one.name}, ${momentText(one.at)}`]];
  return [
    ['Laboratory', run.laboratory.name],
    ['Run', `${run.businessId} (${RUN_STATUS_LABEL[run.status]})`],
    ['Plate id', run.plateId ?? '–'],
    ['Instrument', run.instrumentName],
    ['Run date', momentText(run.created)],
    ...run.files.map((file): [string, string] => ['File', `${file.name}, SHA-256 ${file.sha256}`]),
    ...run.kits.map(({ kitVersion, reactionBuffer, lots }): [string, string] => [
      'Kit',
      `${kitVersion.kit.name} ${kitVersion.version}${reactionBuffer === null ? '' : ` (${reactionBuffer.name})`}, ` +
        lots.map(({ name, expirationDate }) => `lot ${name} expires ${dayText(expirationDate)}`).join('; '),
    ]),
    ['Algorithm', `version ${facts.algorithmVersion}, settings SHA-256 ${facts.configurationSha256}`],
    ['Software', `Curvewell ${facts.softwareVersion}`],
    ...act('Imported by', acts.imported),
    ...act('Interpreted by', acts.interpreted),
    ...act('Submitted by', acts.submitted),
    ...act('Approved by', acts.approved),
    ...act('Rejected by', acts.rejected),
    ['Exported by', `${facts.exportedBy}, ${momentText(facts.exportedAt)}`],
  ];
}
