import type { ChannelConfiguration } from '@curvewell/analysis';
import { amplificationOfRules, curveShapeOf, type KitDocument, kitDocumentSchema } from '@curvewell/domain';
import { templateFault } from '@curvewell/domain/record';

import { UsageError } from './options.ts';
import { InputError, jsonRead } from './read-input.ts';

type KitConfiguration = KitDocument['configurations'][number];

/** Selects a configuration of a kit version; null: the only one. */
export interface ConfigurationChoice {
  readonly analyser: string | null;
  readonly buffer: string | null;
}

async function documentRead(path: string): Promise<KitDocument> {
  const parsed = kitDocumentSchema.safeParse(await jsonRead(path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  throw new InputError(`${path}: this is not an exported kit version (${place}${issue?.message ?? ''})`);
}

const isNamed = (name: string, wanted: string | null): boolean =>
  wanted === null || name.toLowerCase() === wanted.trim().toLowerCase();

/** @throws UsageError that lists the configurations, unless exactly one matches */
function configurationChoose(
  { configurations }: KitDocument,
  { analyser, buffer }: ConfigurationChoice,
): KitConfiguration {
  const fitting = configurations.filter(
    (one) => isNamed(one.analyser, analyser) && isNamed(one.reactionBuffer, buffer),
  );
  const [chosen, another] = fitting;
  if (chosen !== undefined && another === undefined) return chosen;
  const list = (chosen === undefined ? configurations : fitting).map(
    (one) => `  --analyser "${one.analyser}" --buffer "${one.reactionBuffer}"`,
  );
  const found =
    chosen === undefined ? 'no configuration of the kit fits' : 'several configurations of the kit fit';
  throw new UsageError([`${found}; there ${list.length === 1 ? 'is' : 'are'}`, ...list].join('\n'));
}

/**
 * The channels of an exported kit version for one analyser and reaction buffer.
 *
 * @throws InputError, UsageError
 */
export async function kitRead(path: string, choice: ConfigurationChoice): Promise<ChannelConfiguration[]> {
  const document = await documentRead(path);
  const {
    outsideDiagnostic,
    tmShift = null,
    meltTemplates = null,
    curveShapes,
    amplification = null,
  } = document.version;
  const { channels } = configurationChoose(document, choice);
  const meanings = new Map(document.kit.diagnostics.map(({ name, meaning }) => [name, meaning]));
  const fault = channels.flatMap(({ keptTemplates = [] }) =>
    keptTemplates.flatMap((one) => templateFault(one) ?? []),
  )[0];
  if (fault !== undefined) throw new InputError(`${path}: ${fault}`);
  return channels.map(({ name, phases, rules, keptTemplates }) => ({
    channel: name,
    phases,
    rules: rules.map((rule) => ({ ...rule, meaning: meanings.get(rule.diagnostic ?? '') })),
    outsideDiagnostic,
    tmShift,
    meltTemplates: meltTemplates && { ...meltTemplates, ...(keptTemplates && { kept: keptTemplates }) },
    curveShape: curveShapeOf(curveShapes, name) ?? null,
    amplification: amplificationOfRules(amplification, rules) ?? null,
  }));
}

/** What the product gives samples and this program does not, one line each; empty: nothing. @throws InputError */
export async function kitRemarks(path: string): Promise<string> {
  const { replicates, channelRules } = (await documentRead(path)).version;
  return [
    ...(replicates === undefined
      ? []
      : [
          'note: The kit gives one result to wells with the same name. These results are those of each well.\n',
        ]),
    ...(channelRules === undefined
      ? []
      : ['note: The kit combines the results of channels. These results are those of each channel.\n']),
  ].join('');
}
