import type {
  ChannelName,
  BuiltInDiagnostic,
  ExpressionSettings,
  KitStatus,
  PhaseSettings,
  ZoneSettings,
} from '@curvewell/domain';

export interface ReferenceKit {
  readonly name: string;
  readonly buffers: readonly string[];
  readonly versions: readonly {
    readonly version: string;
    readonly lots: readonly { readonly name: string; readonly expires: string; readonly active?: false }[];
  }[];
  /** Minimum peak height for analysers with another fluorescence scale, RFU/°C, by profile. */
  readonly leastHeights?: Readonly<Record<string, number>>;
  /** Ids of the profiles of its analysers. */
  readonly analysers: Readonly<Record<string, KitStatus>>;
  readonly diagnostics: readonly (readonly [BuiltInDiagnostic, string])[];
  readonly channels: readonly ReferenceChannel[];
}

interface ReferenceChannel {
  readonly channel: ChannelName;
  readonly label: string;
  readonly phases: readonly (PhaseSettings & { readonly zones: readonly ZoneSettings[] })[];
  readonly rules: readonly Rule[];
}

interface Rule {
  /** `AC`: zones A and C; empty: NONE. */
  readonly zones: string;
  readonly diagnostic: BuiltInDiagnostic;
  readonly expressions?: readonly ExpressionSettings[];
}

function zone(name: string, range: readonly [number, number], label: string): ZoneSettings {
  return { name, minTemp: range[0], maxTemp: range[1], label, minThreshold: null, minQuality: null };
}

function phase(
  phaseType: PhaseSettings['phaseType'],
  minThreshold: number,
  zones: readonly ZoneSettings[],
): PhaseSettings & { readonly zones: readonly ZoneSettings[] } {
  return { phaseType, minThreshold, slopeThreshold: 4.72, minQuality: 0.4, inversed: false, zones };
}

const C_13910 = '−13910*C';
const T_13910 = '−13910*T';

/**
 * Lactase persistence by probe melting: the intolerance allele −13910*C melts at 55.3 °C, the tolerance
 * allele −13910*T at 60.8 °C (Ballhause et al. 2013, doi 10.7237/sjbch/294), means of one labelled probe
 * (SimpleProbe) on LightCyclers. Other probes, buffers and analysers shift the temperatures, so the zones are
 * wide and must be set with the laboratory's own standards. The neighbours are read in the second channel;
 * their temperatures are fictitious.
 */
const LACTASE: ReferenceKit = {
  name: 'LCT-13910',
  buffers: ['RB-1', 'RB-2'],
  versions: [
    { version: 'v1', lots: [{ name: '25A0112', expires: '2026-06-30', active: false }] },
    {
      version: 'v2',
      lots: [
        { name: '26A0033', expires: '2026-10-31' },
        { name: '26B0417', expires: '2027-03-31' },
        { name: '26B0431', expires: '2026-12-12' },
        { name: '26C0022', expires: '2027-06-30' },
      ],
    },
  ],
  // Minimum peak heights for a run of about 1,000 RFU; analysers differ in scale. Public runs with binding
  // dyes show about 30 RFU on a LightCycler 480, 50 on a Rotor-Gene, a million on a QuantStudio, and slopes
  // of 1 on a StepOne. RDML comes from any of them; public RDML files are mostly from LightCyclers.
  leastHeights: {
    quantstudio: 60_000,
    'stepone-7500': 0.2,
    'lightcycler-480': 2,
    'rotor-gene-q': 3,
    rdml: 2,
  },
  analysers: {
    'bio-rad-cfx96': 'VALIDATED',
    'bio-rad-cfx384': 'VALIDATED',
    quantstudio: 'PERF',
    'stepone-7500': 'NOT_VALIDATED',
    'lightcycler-480': 'VALIDATED',
    'rotor-gene-q': 'NOT_VALIDATED',
    rdml: 'NOT_VALIDATED',
  },
  diagnostics: [
    ['HOMOZYGOUS_WILD_TYPE', 'Homozygous wild type'],
    ['HETEROZYGOUS', 'Heterozygous'],
    ['HOMOZYGOUS_MUTATED', 'Homozygous mutated'],
    ['NEGATIVE', 'Negative'],
    ['HETEROZYGOUS_13915', 'Heterozygous −13915 T/G'],
    ['HETEROZYGOUS_14009', 'Heterozygous −14009 T/G'],
    ['HETEROZYGOUS_14010', 'Heterozygous −14010 G/C'],
    ['HOMOZYGOUS_MUTATED_13915', 'Homozygous mutated −13915 G/G'],
    ['HOMOZYGOUS_MUTATED_14009', 'Homozygous mutated −14009 G/G'],
    ['HOMOZYGOUS_MUTATED_14010', 'Homozygous mutated −14010 C/C'],
  ],
  channels: [
    {
      channel: 'FAM',
      label: 'LCT −13910',
      phases: [
        phase('ANNEAL', 60, [zone('A', [53, 57.5], C_13910), zone('B', [58.5, 63], T_13910)]),
        phase('MELT', 60, [zone('C', [53, 57.5], C_13910), zone('D', [58.5, 63], T_13910)]),
      ],
      rules: [
        { zones: '', diagnostic: 'NEGATIVE' },
        { zones: 'AC', diagnostic: 'HOMOZYGOUS_WILD_TYPE' },
        { zones: 'BD', diagnostic: 'HOMOZYGOUS_MUTATED' },
        { zones: 'ABCD', diagnostic: 'HETEROZYGOUS' },
        // A trace of the other allele in one phase: the larger peak counts if the other phase confirms it.
        {
          zones: 'ABC',
          diagnostic: 'HOMOZYGOUS_WILD_TYPE',
          expressions: [{ firstOperand: 'A', operator: 'GT', secondOperand: 'B' }],
        },
        {
          zones: 'ABD',
          diagnostic: 'HOMOZYGOUS_MUTATED',
          expressions: [{ firstOperand: 'B', operator: 'GT', secondOperand: 'A' }],
        },
      ],
    },
    {
      channel: 'TEXAS_RED',
      label: 'LCT −13915, −14009, −14010',
      phases: [
        phase('ANNEAL', 60, [
          zone('E', [49, 52], '−14010*C'),
          zone('F', [53, 56], '−14009*G'),
          zone('G', [57, 60.5], 'wild type'),
          zone('H', [62, 66], '−13915*G'),
        ]),
        phase('MELT', 60, [
          zone('I', [49, 52], '−14010*C'),
          zone('J', [53, 56], '−14009*G'),
          zone('K', [57, 60.5], 'wild type'),
          zone('L', [62, 66], '−13915*G'),
        ]),
      ],
      rules: [
        { zones: '', diagnostic: 'NEGATIVE' },
        { zones: 'GK', diagnostic: 'HOMOZYGOUS_WILD_TYPE' },
        { zones: 'EI', diagnostic: 'HOMOZYGOUS_MUTATED_14010' },
        { zones: 'FJ', diagnostic: 'HOMOZYGOUS_MUTATED_14009' },
        { zones: 'HL', diagnostic: 'HOMOZYGOUS_MUTATED_13915' },
        { zones: 'EGIK', diagnostic: 'HETEROZYGOUS_14010' },
        { zones: 'FGJK', diagnostic: 'HETEROZYGOUS_14009' },
        { zones: 'GHKL', diagnostic: 'HETEROZYGOUS_13915' },
      ],
    },
  ],
};

/** Two products of similar length, alone and together, with a binding dye on a LightCycler 480. */
const TWO_PRODUCTS: ReferenceKit = {
  name: 'Two-product mix',
  buffers: ['SYBR-480'],
  versions: [{ version: 'v1', lots: [{ name: 'MIX-01', expires: '2099-12-31' }] }],
  analysers: { 'lightcycler-480': 'VALIDATED', rdml: 'VALIDATED' },
  diagnostics: [
    ['HOMOZYGOUS_WILD_TYPE', 'First product alone'],
    ['HETEROZYGOUS', 'Both products'],
    ['HOMOZYGOUS_MUTATED', 'Second product alone'],
    ['NEGATIVE', 'No product'],
  ],
  channels: [
    {
      channel: 'FAM',
      label: 'Product',
      phases: [
        phase('MELT', 0.3, [
          zone('A', [77.5, 82], 'first product'),
          zone('B', [83.8, 87.5], 'second product'),
        ]),
      ],
      rules: [
        { zones: '', diagnostic: 'NEGATIVE' },
        { zones: 'A', diagnostic: 'HOMOZYGOUS_WILD_TYPE' },
        { zones: 'B', diagnostic: 'HOMOZYGOUS_MUTATED' },
        { zones: 'AB', diagnostic: 'HETEROZYGOUS' },
      ],
    },
  ],
};

/** Protein unfolding: the dye's signal rises, so the phase is inverted. */
const THERMAL_SHIFT: ReferenceKit = {
  name: 'Protein thermal shift',
  buffers: ['SYBR-PTS'],
  versions: [{ version: 'v1', lots: [{ name: 'PTS-01', expires: '2099-12-31' }] }],
  analysers: { 'bio-rad-cfx96': 'VALIDATED', 'bio-rad-cfx384': 'NOT_VALIDATED' },
  diagnostics: [
    ['HEALTHY', 'Stable'],
    ['ABNORMAL', 'Destabilised'],
    ['NEGATIVE', 'No transition'],
  ],
  channels: [
    {
      channel: 'FAM',
      label: 'Unfolding',
      phases: [
        {
          ...phase('MELT', 30, [zone('A', [30, 50], 'destabilised'), zone('B', [50.1, 75], 'stable')]),
          inversed: true,
        },
      ],
      rules: [
        { zones: '', diagnostic: 'NEGATIVE' },
        { zones: 'A', diagnostic: 'ABNORMAL' },
        { zones: 'B', diagnostic: 'HEALTHY' },
        { zones: 'AB', diagnostic: 'ABNORMAL' },
      ],
    },
  ],
};

export const REFERENCE_KITS: readonly ReferenceKit[] = [LACTASE, TWO_PRODUCTS, THERMAL_SHIFT];
