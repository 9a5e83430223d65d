import {
  builtInDiagnostic,
  type DiagnosticColor,
  type KitDocument,
  meaningOf,
  renameReferences,
} from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import { diagnosticColorOf } from '../read/diagnostic-color.ts';

type SentDiagnostic = KitDocument['kit']['diagnostics'][number];

interface NamedDocument {
  readonly document: KitDocument;
  /** A sentence for each diagnostic that has another name in the kit. */
  readonly merged: readonly string[];
}

/**
 * A document with the kit's names of diagnostics. Another installation may have another name for a diagnostic with the same
 * code for the LIS and the same meaning. Names that differ only in case also become the kit's.
 */
export async function namedAsHere(tx: Tx, kitId: string, document: KitDocument): Promise<NamedDocument> {
  const rows = await tx.diagnosticColor.findMany({ where: { kitId }, orderBy: { order: 'asc' } });
  const here = rows.map(diagnosticColorOf);
  const { diagnostics } = document.kit;
  const merges = diagnostics.flatMap((sent) => {
    const known = here.find(({ diagnostic }) => isSame(diagnostic.name, sent.name));
    const same = known ?? here.find((stored) => hasSameCode(stored, sent, diagnostics));
    return same === undefined || same.diagnostic.name === sent.name
      ? []
      : [{ sent, same, isByName: known !== undefined }];
  });
  if (merges.length === 0) return { document, merged: [] };
  const names = new Map(merges.map(({ sent, same }) => [sent.name, same.diagnostic.name]));
  return {
    document: renamed(document, (name) => names.get(name) ?? name),
    merged: merges.flatMap(({ sent, same, isByName }) =>
      isByName
        ? []
        : [
            `“${sent.name}” was imported as “${same.diagnostic.name}”, which has the same code for the LIS: ${same.lisCode ?? ''}.`,
          ],
    ),
  };
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether an own diagnostic of the kit, whose name is not in the file, has the code and the meaning of one in the file. */
const hasSameCode = (
  stored: DiagnosticColor,
  sent: SentDiagnostic,
  all: readonly SentDiagnostic[],
): boolean =>
  stored.lisCode !== undefined &&
  sent.lisCode !== undefined &&
  isSame(stored.lisCode, sent.lisCode) &&
  [stored.diagnostic.name, sent.name].every((name) => builtInDiagnostic(name) === undefined) &&
  meaningOf(stored) === sent.meaning &&
  // Two concepts of SNOMED CT are two results, and two codes of LOINC are two tests, whatever the code for the LIS.
  (['snomedCt', 'loinc'] as const).every((code) => !isOtherCode(stored[code], sent[code])) &&
  !all.some(({ name }) => isSame(name, stored.diagnostic.name));

const isOtherCode = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

function renamed(document: KitDocument, nameOf: (name: string) => string): KitDocument {
  const { kit, version, configurations } = document;
  const { outsideDiagnostic, curveShapes, channelRules } = version;
  return {
    ...document,
    kit: { ...kit, diagnostics: kit.diagnostics.map((one) => ({ ...one, name: nameOf(one.name) })) },
    version: {
      ...version,
      outsideDiagnostic: outsideDiagnostic === null ? null : nameOf(outsideDiagnostic),
      ...(curveShapes !== undefined && {
        curveShapes: curveShapes.map((one) => ({ ...one, references: one.references.map(nameOf) })),
      }),
      ...(channelRules !== undefined && {
        channelRules: channelRules.map((rule) => ({
          ...rule,
          conditions: rule.conditions.map((one) => ({ ...one, diagnostic: nameOf(one.diagnostic) })),
          result: 'diagnostic' in rule.result ? { diagnostic: nameOf(rule.result.diagnostic) } : rule.result,
        })),
      }),
    },
    configurations: configurations.map((one) => ({
      ...one,
      channels: one.channels.map((channel) => ({
        ...channel,
        rules: channel.rules.map(({ zones, diagnostic, expressions }) => ({
          zones,
          diagnostic: diagnostic === null ? null : nameOf(diagnostic),
          expressions: expressions.map((one) => ({ ...one, ...renameReferences(one, nameOf) })),
        })),
      })),
    })),
  };
}
