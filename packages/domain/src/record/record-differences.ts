import type { DecisionRecord } from './decision-record.ts';
import type { RecordDifference } from './signature.ts';

/** The maximum number of differences listed. */
const MOST = 50;

type Part = Readonly<Record<string, unknown>>;

export interface Compared {
  readonly what: string;
  readonly signed: unknown;
  readonly found: unknown;
}

/** The first differences between two records, as text. */
export const recordDifferences = (signed: DecisionRecord, found: DecisionRecord): RecordDifference[] =>
  differencesOf(parts(signed, found));

/** The first leaves that differ between pairs of values. */
export function differencesOf(parts: Iterable<Compared>): RecordDifference[] {
  const differences: RecordDifference[] = [];
  for (const compared of parts) {
    for (const difference of differing(compared)) {
      differences.push(difference);
      if (differences.length === MOST) return differences;
    }
  }
  return differences;
}

function* parts(signed: DecisionRecord, found: DecisionRecord): Generator<Compared> {
  yield { what: 'Run', signed: signed.run, found: found.run };
  yield* byName(signed.files, found.files, (_, place) => `File ${place + 1}`);
  yield* byName(signed.curves, found.curves, ({ channel, phase }) => `Readings ${channel} ${phase}`);
  yield { what: 'Amplification', signed: signed.amplification, found: found.amplification };
  yield { what: 'Interpretation', signed: signed.interpretation, found: found.interpretation };
  yield* byName(
    signed.slopes ?? [],
    found.slopes ?? [],
    ({ channel, phase }) => `Slopes ${channel} ${phase}`,
  );
  yield* byName(
    signed.controls ?? [],
    found.controls ?? [],
    ({ position, channel }) => `Control reading ${position} ${channel}`,
  );
  yield { what: 'Import report', signed: signed.importReport, found: found.importReport };
  yield* byName(signed.wells, found.wells, ({ position, channel }) => `${position} ${channel}`);
  yield* byName(
    signed.comments,
    found.comments,
    ({ by, at, well }) =>
      `Comment of ${by.name}${well === null ? '' : ` on ${well.position} ${well.channel}`}, ${at.slice(0, 16)}`,
  );
  yield* byName(
    signed.decisions,
    found.decisions,
    ({ decision, by }, place) => `Decision ${place + 1} (${decision}, ${by.name})`,
  );
}

/** Pairs the items of two lists by name, including repeated names. */
function* byName<Item extends Part>(
  signed: readonly Item[],
  found: readonly Item[],
  nameOf: (item: Item, place: number) => string,
): Generator<Compared> {
  const keyed = (items: readonly Item[]) => {
    const times = new Map<string, number>();
    return new Map(
      items.map((item, place) => {
        const name = nameOf(item, place);
        const time = (times.get(name) ?? 0) + 1;
        times.set(name, time);
        return [time === 1 ? name : `${name} (${time})`, item];
      }),
    );
  };
  const [before, after] = [keyed(signed), keyed(found)];
  for (const what of new Set([...before.keys(), ...after.keys()]))
    yield { what, signed: before.get(what), found: after.get(what) };
}

/** The differing leaves; a part that is missing on one side is one difference. */
function* differing(
  { what, signed, found }: Compared,
  path: readonly string[] = [],
): Generator<RecordDifference> {
  if (isPart(signed) && isPart(found)) {
    for (const name of new Set([...Object.keys(signed), ...Object.keys(found)]))
      yield* differing({ what, signed: signed[name], found: found[name] }, [...path, name]);
    return;
  }
  if (signed === found) return;
  yield {
    what: path.length === 0 ? what : `${what}: ${path.map(words).join(', ')}`,
    signed: valueText(signed),
    found: valueText(found),
  };
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** `diagnosticComment` → `diagnostic comment`, `0` → `1` */
const words = (name: string): string =>
  /^\d+$/.test(name)
    ? String(Number(name) + 1)
    : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const LONGEST = 200;
function valueText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
