import { expressionText, type KitDocument } from '@curvewell/domain';

import { text } from '../../locale/text.ts';

const words = text.transfer;

/** A field whose values differ; null on the side that lacks it. */
export interface Difference {
  readonly place: string;
  readonly here: string | null;
  readonly file: string | null;
}

type Scalar = string | number | boolean | null;
type Fields = ReadonlyMap<string, string>;

const asText = (value: Scalar): string => (value === null ? words.none : String(value));

/** A kit version as one value per field. The order of named items does not count. */
function fieldsOf({ kit, version, configurations }: KitDocument): Fields {
  const fields = new Map<string, string>();
  const put = (at: readonly string[], values: Readonly<Record<string, Scalar | undefined>>) => {
    for (const [field, value] of Object.entries(values)) {
      if (value === undefined) continue;
      fields.set([...at, isLabelled(field) ? words.fields[field] : field].join(' · '), asText(value));
    }
  };
  const { validityStartDate, validityEndDate, isEditable, outsideDiagnostic } = version;
  put([], {
    validityStartDate,
    validityEndDate,
    isEditable,
    requiredControls: words.controls(version.requiredControls),
    outsideDiagnostic,
    tmShift: version.tmShift?.limit ?? null,
    meltTemplates: version.meltTemplates?.from ?? null,
    curveShapes:
      version.curveShapes?.map((one) => text.kits.checks.shapes.settingsText(one)).join('; ') ?? null,
    replicates: text.kits.checks.replicates.settingsText(version.replicates ?? null),
    channelRules: text.kits.checks.channelRules.settingsText(version.channelRules ?? null),
    amplification:
      version.amplification === undefined
        ? null
        : text.kits.checks.amplification.settingsText(version.amplification),
  } satisfies Record<Exclude<keyof typeof version, 'version'>, Scalar>);
  for (const { channel, label } of kit.channels) put([channel], { label });
  for (const { name, ...diagnostic } of kit.diagnostics) put([name], diagnostic);
  for (const { analyser, reactionBuffer, status, channels } of configurations) {
    const place = [analyser, reactionBuffer];
    put(place, { status });
    for (const { name, phases, rules, keptTemplates = [] } of channels) {
      for (const { phase, zone, sha256 } of keptTemplates)
        put([...place, name, phase, words.zone(zone)], { keptTemplate: sha256 });
      for (const { zones, phaseType, ...phase } of phases) {
        put([...place, name, phaseType], phase);
        for (const { name: zone, referenceTm, ...limits } of zones) {
          const reference = referenceTm === undefined ? {} : { referenceTm };
          put([...place, name, phaseType, words.zone(zone)], { ...limits, ...reference });
        }
      }
      const seen = new Map<string, number>();
      rules.forEach(({ zones, diagnostic, expressions }, order) => {
        // Rules for the same zones are in order, each with its conditions.
        const letters = zones.length === 0 ? words.noZone : zones.join('');
        const nth = (seen.get(letters) ?? 0) + 1;
        seen.set(letters, nth);
        const rule = words.rule(nth === 1 ? letters : `${letters} (${nth})`);
        put([...place, name, rule], {
          order: order + 1,
          diagnostic,
          expressions: expressions.length === 0 ? null : expressions.map(expressionText).join(words.and),
        });
      });
    }
  }
  return fields;
}

const isLabelled = (field: string): field is keyof typeof words.fields => field in words.fields;

function differing(here: Fields, file: Fields): Difference[] {
  const places = [...new Set([...file.keys(), ...here.keys()])];
  return places
    .map((place) => ({ place, here: here.get(place) ?? null, file: file.get(place) ?? null }))
    .filter((one) => one.here !== one.file);
}

/** The differences between a kit version in a file and the one here, except its name. */
export const kitDifferences = (here: KitDocument, file: KitDocument): Difference[] =>
  differing(fieldsOf(here), fieldsOf(file));

interface NamedLot {
  readonly name: string;
  readonly expirationDate: string;
  readonly active: boolean;
}

/** The lots of a file that exist here under the same name, ignoring case. */
export function existingLots(here: readonly NamedLot[], file: readonly NamedLot[]): readonly NamedLot[] {
  const names = new Set(here.map(({ name }) => name.toLowerCase()));
  return file.filter(({ name }) => names.has(name.toLowerCase()));
}

/** The differences between existing lots and those in a file. */
export function lotDifferences(here: readonly NamedLot[], file: readonly NamedLot[]): Difference[] {
  const fields = (lots: readonly NamedLot[]): Fields =>
    new Map(
      lots.flatMap(({ name, expirationDate, active }): [string, string][] => [
        [`${name} · ${words.fields.expirationDate}`, expirationDate],
        [`${name} · ${words.fields.active}`, String(active)],
      ]),
    );
  const taken = existingLots(here, file);
  const ofHere = taken.flatMap(({ name, ...lot }) => {
    const own = here.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return [{ ...lot, ...own, name }];
  });
  return differing(fields(ofHere), fields(taken));
}
