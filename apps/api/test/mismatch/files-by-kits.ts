import { readdirSync } from 'node:fs';

import { plateAnalyse } from '@curvewell/analysis';
import type { ChannelName } from '@curvewell/domain';
import { ANALYSER_PROFILES, readRun, type RunCurve, type SourceFile } from '@curvewell/instruments';

import { REFERENCE_KITS, type ReferenceKit } from '../../src/seed/reference-kits.ts';
import { sharedFile, SHARED } from '../run-factory.ts';
import { reasonAgainstCall } from './strong-melts.ts';

export interface RealFiles {
  readonly folder: string;
  readonly names: RegExp;
  readonly profile: string;
}

const CFX = 'cfx-manager-csv-semicolon';
const REPORTS = /RFU|Melt Curve Summary|Run Information/;

/** Every file with curves, with the analyser that wrote it. */
export const REAL_FILES: readonly RealFiles[] = [
  { folder: `${CFX}/run-2019-04-18-five-fluorophores`, names: REPORTS, profile: 'bio-rad-cfx96' },
  { folder: `${CFX}/run-2019-07-01-samples-67-68-69-73`, names: REPORTS, profile: 'bio-rad-cfx96' },
  { folder: `${CFX}/run-2019-07-11-sample-48-partial-plate`, names: REPORTS, profile: 'bio-rad-cfx96' },
  { folder: 'cfx-manager-xlsx', names: /Amplification/, profile: 'bio-rad-cfx96' },
  { folder: 'cfx-manager-csv-comma-no-melt', names: /Amplification|Run Info/, profile: 'bio-rad-cfx96' },
  { folder: 'quantstudio1-xlsx-split', names: /xlsx$/, profile: 'quantstudio' },
  { folder: 'quantstudio7pro-xlsx-single', names: /xlsx$/, profile: 'quantstudio' },
  { folder: 'lightcycler480-txt', names: /02\.txt/, profile: 'lightcycler-480' },
  { folder: 'rotorgene-rex-xml', names: /HOXD/, profile: 'rotor-gene-q' },
  { folder: 'rotorgene-rex-xml', names: /PRAC/, profile: 'rotor-gene-q' },
  { folder: 'rdml-cfx96-fam-cy5', names: /rdml$/, profile: 'bio-rad-cfx96' },
  { folder: 'rdml-lightcycler480-two-product-mix', names: /rdml$/, profile: 'lightcycler-480' },
  { folder: 'rdes-tsv', names: /melting/, profile: 'rdml' },
  { folder: 'stepone-xls-melt', names: /xls$/, profile: 'stepone-7500' },
  { folder: 'stepone-xls-cooling', names: /xls$/, profile: 'stepone-7500' },
];

export const filesOf = ({ folder, names }: RealFiles): SourceFile[] =>
  readdirSync(`${SHARED}${folder}`)
    .filter((name) => names.test(name))
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(sharedFile(`${folder}/${name}`)) }));

export const analyserOf = ({ profile }: RealFiles) => {
  const analyser = ANALYSER_PROFILES.find(({ id }) => id === profile);
  if (analyser === undefined) throw new Error(`no analyser ${profile}`);
  return analyser;
};

/** The curves of a file; null: refused. */
export async function curvesOf(files: RealFiles): Promise<readonly RunCurve[] | null> {
  const profile = { ...analyserOf(files), maxNumberOfFilesByRun: 50 };
  return readRun(filesOf(files), { profile }).then(
    ({ curves }) => curves,
    () => null,
  );
}

/** Wells of a file, called with a kit in one channel. */
export interface Read {
  readonly kit: string;
  readonly channel: ChannelName;
  readonly wells: number;
  readonly called: number;
  /** Wells with a call that their readings contradict: `A1: zone A not read`. */
  readonly wrong: readonly string[];
}

/**
 * Calls a file with every kit through the analysis alone, including combinations that the product refuses
 * earlier.
 */
export function analysedWithKits({ profile }: RealFiles, curves: readonly RunCurve[]): Read[] {
  return REFERENCE_KITS.flatMap((kit) =>
    kit.channels.flatMap(({ channel }) => {
      const byWell = Map.groupBy(
        curves.filter((curve) => curve.channel === channel),
        ({ position }) => position,
      );
      if (byWell.size === 0) return [];
      const diagnostics = analysed({ kit, profile, channel }, byWell);
      const called = [...byWell].filter((_, i) => diagnostics[i] !== null);
      const wrong = called.flatMap(([position, ofWell]) => {
        const reason = reasonAgainstCall({ kit, profile, channel, curves: ofWell });
        return reason === null ? [] : [`${position}: ${reason}`];
      });
      return [{ kit: kit.name, channel, wells: byWell.size, called: called.length, wrong }];
    }),
  );
}

interface Place {
  readonly kit: ReferenceKit;
  readonly profile: string;
  readonly channel: ChannelName;
}

function analysed(
  { kit, profile, channel }: Place,
  byWell: ReadonlyMap<string, readonly RunCurve[]>,
): (string | null)[] {
  const settings = kit.channels.find((one) => one.channel === channel);
  if (settings === undefined) return [];
  const phases = settings.phases.map((phase) => ({
    ...phase,
    minThreshold: kit.leastHeights?.[profile] ?? phase.minThreshold,
  }));
  const rules = settings.rules.map(({ zones, diagnostic, expressions = [] }) => ({
    zones: zones.split(''),
    diagnostic,
    expressions,
  }));
  const wells = [...byWell].map(([position, ofWell]) => ({
    position,
    sampleType: 'BLOOD' as const,
    expectedDiagnostic: null,
    controlGroup: 'run',
    phases: ofWell
      .filter(({ phase }) => phases.some(({ phaseType }) => phaseType === phase))
      .map(({ phase, temperature, value, quantity }) => ({
        type: phase,
        curve: { temperature, fluorescence: value, quantity },
      })),
  }));
  const [calls = []] = plateAnalyse({ assays: [{ configuration: { channel, phases, rules }, wells }] });
  return calls.map(({ explanation }) => explanation.diagnostic);
}
