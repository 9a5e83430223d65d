import {
  answeredOf,
  isSample,
  shownDiagnostic,
  type ChannelName,
  type CheckAnswers,
  type CheckedWell,
  type CombinedResult,
  type Comment,
  type DiagnosticColor,
  type ResultCount,
  type Run,
  type RunCheck,
  type SampleResult,
  type SampleTable,
  type Well,
} from '@curvewell/domain';

import { AppError, notFound } from '../../errors.ts';
import type { ReportedCheck } from '../decisions/index.ts';
import type { DrawnWell } from '../interpretation/chart/chart-wells.ts';
import type { ExportRow } from './export-rows.ts';
import type { ReportedSample } from './report-facts.ts';

/** Replaces the names of other samples in texts that users wrote. */
export const OTHER_SAMPLE = '[another sample]';

const wellsOf = ({ analyses }: Pick<Run, 'analyses'>): Well[] =>
  analyses.flatMap(({ wells }) => Object.values(wells));

/**
 * The sample in a well, with all wells of its name. If wells of the name have several order ids, only those of its own: another
 * order is another sample.
 *
 * @throws AppError `not-found` for a well of another run, `invalid-request` for one that is not a named sample
 */
export function sampleIn(run: Pick<Run, 'analyses'>, wellId: string): ReportedSample {
  const wells = wellsOf(run);
  const chosen = wells.find(({ id }) => id === wellId);
  if (chosen === undefined) throw notFound('well');
  const { name, sampleType } = chosen;
  if (name === null || !isSample(sampleType))
    throw new AppError('invalid-request', `${chosen.position} is not a sample with a name.`);
  const named = wells.filter((well) => well.name === name && isSample(well.sampleType));
  const orders = new Set(named.flatMap(({ orderId }) => orderId ?? []));
  const own = named.filter(({ orderId }) => orders.size < 2 || orderId === chosen.orderId);
  const orderIds = [...new Set(own.flatMap(({ orderId }) => orderId ?? []))];
  const unordered = own.filter(({ orderId }) => orderIds.length > 0 && orderId === null);
  return {
    name,
    orderIds,
    positions: [...new Set(own.map(({ position }) => position))],
    ...(unordered.length > 0 && { withoutOrder: [...new Set(unordered.map(({ position }) => position))] }),
    wellIds: own.map(({ id }) => id),
  };
}

interface OfSamples {
  readonly samples: readonly SampleResult[];
  readonly combined: readonly CombinedResult[];
  /** Null: not part of the file. */
  readonly table: SampleTable | null;
}

/** The samples with one of some wells: a file about one name contains no other. */
export function samplesIn({ samples, combined, table }: OfSamples, own: ReadonlySet<string>): OfSamples {
  const isOwn = (wells: readonly { readonly wellId: string }[]) =>
    wells.some(({ wellId }) => own.has(wellId));
  return {
    samples: samples.filter(({ wells }) => isOwn(wells)),
    combined: combined.filter(({ channels }) => channels.some(({ wells }) => isOwn(wells))),
    table: table && { ...table, rows: table.rows.filter(({ wellIds }) => wellIds.some((id) => own.has(id))) },
  };
}

interface Reported extends OfSamples {
  readonly run: Run;
  readonly checked: ReportedCheck;
  readonly wells: readonly DrawnWell[];
  readonly rows: readonly ExportRow[];
}

/**
 * What a report about one sample contains: its wells, its kits and lots, the doubts about it and about the plate.
 * Nothing about other samples: no well, no comment on the run, and no name within a text.
 */
export function onlyOfSample(
  { run, checked, wells, rows, ...ofSamples }: Reported,
  sample: ReportedSample,
): Reported {
  const own = new Set(sample.wellIds);
  const redact = redaction(run, sample);
  const ownWells = wells
    .filter(({ wellId }) => own.has(wellId))
    .map((well) => ({
      ...well,
      interpretedWellDiagnostics: well.interpretedWellDiagnostics.map((change) => ({
        ...change,
        comment: change.comment === null ? null : redact(change.comment),
      })),
    }));
  return {
    run: runOfSample(run, { own, redact }),
    checked:
      checked.check === null
        ? checked
        : {
            check: checkOfSample(checked.check, {
              own,
              positions: sample.positions,
              wells: ownWells,
              redact,
            }),
          },
    wells: ownWells,
    ...samplesIn(ofSamples, own),
    rows: rows
      .filter(({ wellId }) => own.has(wellId))
      .map((row) => ({
        ...row,
        changeReason: row.changeReason === null ? null : redact(row.changeReason),
        comments: row.comments.map(redact),
      })),
  };
}

type Redact = (text: string) => string;

/** As a whole word, and not as a part of a number: “12” is not in “112” or “12.5”. */
function redaction(run: Run, { name }: ReportedSample): Redact {
  const others = new Set(
    wellsOf(run).flatMap((well) =>
      well.name !== null && well.name !== name && (well.sampleType === null || isSample(well.sampleType))
        ? [well.name]
        : [],
    ),
  );
  if (others.size === 0) return (text) => text;
  // The longest first: “S-12-B” before “S-12”.
  const names = [name, ...others].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}]|\\d[.,])(?:${names.join('|')})(?![\\p{L}\\p{N}]|[.,]\\d)`,
    'giu',
  );
  // Names differ by case: the sample's own in another case stays, unless another sample is called that.
  const isOwn = (found: string) =>
    found === name || (!others.has(found) && found.toLowerCase() === name.toLowerCase());
  return (text) => text.replace(pattern, (found) => (isOwn(found) ? found : OTHER_SAMPLE));
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

interface Own {
  readonly own: ReadonlySet<string>;
  readonly redact: Redact;
}

function runOfSample(run: Run, { own, redact }: Own): Run {
  const analyses = run.analyses.map((analysis) => ({
    ...analysis,
    wells: Object.fromEntries(
      Object.entries(analysis.wells)
        .filter(([, { id }]) => own.has(id))
        .map(([position, well]) => [
          position,
          { ...well, comments: well.comments.map((one) => redactedComment(one, redact)) },
        ]),
    ),
  }));
  const wells = wellsOf({ analyses });
  const [versions, lots] = [
    new Set(wells.map(({ kitVersion }) => kitVersion?.id)),
    new Set(wells.map(({ lot }) => lot?.id)),
  ];
  return {
    ...run,
    analyses,
    comments: [],
    rejectionReason: run.rejectionReason === null ? null : redact(run.rejectionReason),
    kits: run.kits
      .filter(({ kitVersion }) => versions.has(kitVersion.id))
      .map((kit) => ({ ...kit, lots: kit.lots.filter(({ id }) => lots.has(id)) })),
  };
}

const redactedComment = (comment: Comment, redact: Redact): Comment => ({
  ...comment,
  value: redact(comment.value),
});

interface OwnDoubts extends Own {
  readonly positions: readonly string[];
  readonly wells: readonly DrawnWell[];
}

/** Controls, standards, and facts about plate, kits and files concern every sample, so they stay, with overrides and flags. */
function checkOfSample(check: RunCheck, { own, positions, wells, redact }: OwnDoubts): RunCheck {
  const { doubts, signed } = check;
  const isOwn = ({ wellId, sampleType }: CheckedWell) => own.has(wellId) || !isSample(sampleType);
  const { spikes, saturated } = doubts;
  const nearBorder = doubts.nearBorder.filter(isOwn);
  const changedByHand = doubts.changedByHand
    .filter(isOwn)
    .map((well) => ({ ...well, reason: well.reason === null ? null : redact(well.reason) }));
  const others = doubts.changedByHand.filter((well) => !isOwn(well));
  return {
    ...check,
    seenWellIds: check.seenWellIds.filter(
      (id) => own.has(id) || nearBorder.some(({ wellId }) => wellId === id),
    ),
    doubts: {
      ...doubts,
      channels: [...new Set(wells.map(({ channel }) => channel))],
      counts: countsOf(wells),
      wellsByChannel: Object.fromEntries(
        [...Map.groupBy(wells, ({ channel }) => channel)].map(([channel, some]) => [channel, some.length]),
      ),
      failedControls: doubts.failedControls.map((well) => ({ ...well, cause: redact(well.cause) })),
      standards: doubts.standards.map((well) => ({
        ...well,
        changed: well.changed === null ? null : redact(well.changed),
      })),
      unresolved: doubts.unresolved.filter(isOwn),
      curves: doubts.curves.filter(isOwn),
      changedByHand,
      nearBorder,
      ...(spikes && { spikes: spikes.filter(isOwn) }),
      ...(saturated && { saturated: saturated.filter(isOwn) }),
      plate: doubts.plate
        .filter(
          (note) => note.positions.length === 0 || note.positions.some((one) => positions.includes(one)),
        )
        .map((note) => ({
          text: redact(note.text),
          positions: note.positions.filter((one) => positions.includes(one)),
        })),
      facts: doubts.facts.map((fact) => ({ ...fact, text: redact(fact.text) })),
      notAnalysed: [],
      ...(doubts.samples && {
        samples: doubts.samples.filter((one) => one.wells.some(({ wellId }) => own.has(wellId))),
      }),
      ...(doubts.combined && {
        combined: doubts.combined.filter(({ channels }) =>
          channels.some(({ wells: some }) => some.some(({ wellId }) => own.has(wellId))),
        ),
      }),
    },
    signed: signed && {
      ...signed,
      answers: answersOf(signed.answers, {
        redact,
        left: others.map((well) => answeredOf('changedByHand', well)),
      }),
    },
  };
}

function answersOf(
  answers: CheckAnswers,
  { redact, left }: { readonly redact: Redact; readonly left: readonly string[] },
): CheckAnswers {
  const ofSample = (reasons: CheckAnswers['reasons']): CheckAnswers['reasons'] =>
    Object.fromEntries(
      Object.entries(reasons)
        .filter(([answered]) => !left.includes(answered))
        .map(([answered, reason]) => [answered, reason === undefined ? reason : redact(reason)]),
    );
  return {
    confirmed: answers.confirmed.filter((answered) => !left.includes(answered)),
    reasons: ofSample(answers.reasons),
    overruled: ofSample(answers.overruled),
  };
}

/** The results of the sample: a row for each, with the number of its wells in each channel. */
function countsOf(wells: readonly DrawnWell[]): ResultCount[] {
  const found = wells.map((well) => ({
    channel: well.channel,
    diagnostic: shownDiagnostic(well)?.diagnosticColor ?? null,
  }));
  return [...Map.groupBy(found, ({ diagnostic }) => diagnostic?.id ?? null).values()].map((same) => ({
    diagnostic: same[0]?.diagnostic ?? (null satisfies DiagnosticColor | null),
    byChannel: Object.fromEntries(
      [...Map.groupBy(same, ({ channel }) => channel)].map(([channel, some]): [ChannelName, number] => [
        channel,
        some.length,
      ]),
    ),
  }));
}
