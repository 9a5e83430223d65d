import type {
  Analyser,
  ChannelName,
  CombinationDiagnostic,
  EvaluatedWell,
  Kit,
  KitVersion,
  Phase,
} from '@curvewell/domain';

import type { Api } from './api.ts';

interface ConfiguredKit {
  readonly kit: string;
  /** The newest version by default. */
  readonly version?: string;
  readonly buffer?: string;
  readonly analyser: string;
  readonly channel: ChannelName;
}

/** The stored settings of a kit for a channel. */
export async function storedSettings(
  api: Api,
  { kit: name, version, buffer, analyser, channel }: ConfiguredKit,
) {
  const kit = (await api<Kit[]>('GET', '/kit?onlyValid=false')).find((one) => one.name === name);
  const kitId = kit?.id ?? '';
  const versions = await api<KitVersion[]>('GET', `/kit/${kitId}/versions?onlyActive=false&onlyValid=false`);
  const { id: versionId = '' } =
    versions.find((one) => version === undefined || one.version === version) ?? {};
  const reactionBufferId =
    kit?.reactionBuffers.find((one) => buffer === undefined || one.name === buffer)?.id ?? '';
  const analysers = await api<Analyser[]>('GET', '/analysers');
  const analyserId = analysers.find((one) => one.name === analyser)?.id ?? '';
  const phases = await api<Phase[]>(
    'GET',
    `/phase/kit-version/${versionId}/rb/${reactionBufferId}/analyser/${analyserId}/channel/${channel}`,
  );
  const rules = await api<CombinationDiagnostic[]>(
    'GET',
    `/kit/version/${versionId}/analyser/${analyserId}/reaction-buffer/${reactionBufferId}/channel/${channel}/combinations`,
  );
  return { kitId, reactionBufferId, analyserId, phases, rules };
}

/** The call that a kit would give each well of a run with curves, whatever the plate setup. */
export async function evaluatedBy(
  api: Api,
  { runId, ...configured }: ConfiguredKit & { readonly runId: string },
): Promise<ReadonlyMap<string, string | null>> {
  const { kitId, reactionBufferId, phases, rules } = await storedSettings(api, configured);
  const evaluated = await api<EvaluatedWell[]>('POST', `/run/${runId}/evaluate`, {
    kitId,
    reactionBufferId,
    channel: configured.channel,
    wells: 'all',
    phases: phases.map(({ phaseType, minThreshold, slopeThreshold, minQuality, inversed, zones }) => ({
      phaseType,
      minThreshold,
      slopeThreshold,
      minQuality,
      inversed,
      zones: zones.map((zone) => ({
        name: zone.name,
        minTemp: zone.minTemp,
        maxTemp: zone.maxTemp,
        label: zone.label,
        minThreshold: zone.minThreshold,
        minQuality: zone.minQuality,
      })),
    })),
    rules: rules.map(({ combination, diagnosticColor, expressions }) => ({
      zones: combination.zones,
      diagnostic: diagnosticColor?.diagnostic.name ?? null,
      expressions: expressions.map(({ firstOperand, operator, secondOperand }) => ({
        firstOperand,
        operator,
        secondOperand,
      })),
    })),
  });
  return new Map(evaluated.map(({ position, diagnostic }) => [position, diagnostic]));
}
