import {
  DEFAULT_LABORATORY_RULES,
  type ChartWell,
  type Comment,
  type DiagnosticColor,
  type InterpretedWellDiagnostic,
  type Run,
  type Well,
} from '@curvewell/domain';

/** An id with the given ending. */
export const idOf = (end: string): string => `7e3f1b0a-6f0e-4c7a-9a35-${end.padStart(12, '0')}`;

const AT = '2026-11-20T08:12:00Z';
const AN_ID = idOf('1');
const named = (name: string) => ({ id: AN_ID, name });
const actOf = (name: string) => ({ name, at: AT });

export const aColor = (name: 'HETEROZYGOUS' | 'NEGATIVE', end: string): DiagnosticColor => ({
  id: idOf(end),
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
});

export const aComment = (end: string, value: string): Comment => ({
  id: idOf(end),
  technicianName: 'M. Okafor',
  own: true,
  creationDateTime: AT,
  editDateTime: null,
  value,
});

export const aDiagnostic = (
  stateDiagnostic: InterpretedWellDiagnostic['stateDiagnostic'],
  diagnosticColor: DiagnosticColor,
): InterpretedWellDiagnostic => ({
  id: idOf('d'),
  stateDiagnostic,
  diagnosticColor,
  comment: null,
  byName: 'M. Okafor',
  at: AT,
});

const aWell = (position: string, end: string): Well => ({
  id: idOf(end),
  name: `S-${position}`,
  orderId: null,
  position,
  channel: 'FAM',
  analyseWell: true,
  sampleType: 'BLOOD',
  kitVersion: { id: AN_ID, version: 'v1', kit: named('LCT') },
  lot: { id: AN_ID, name: '26C0022', expirationDate: '2099-12-31' },
  reactionBuffer: named('RB-2'),
  expectedDiagnostic: null,
  res: 'NEGATIVE',
  score: 1,
  comments: [],
  diagnosticComment: null,
  updatedDiagnostics: [],
});

/** A submitted run with two wells, `a1` and `a2`. */
export const aRun: Run = {
  id: idOf('e'),
  businessId: 1284,
  plateId: null,
  plateType: 'RECTANGULAR_96',
  name: 'plate',
  created: AT,
  runDateSource: 'FILE',
  runDateZone: null,
  runDateText: null,
  runDateByName: null,
  laboratoryTimeZone: 'UTC',
  createdByName: 'M. Okafor',
  instrumentName: 'Cycler 2',
  analyser: AN_ID,
  runImportDate: AT,
  status: 'WAIT_FOR_APPROVAL',
  since: AT,
  submittedByName: 'M. Okafor',
  interpretationRunByName: 'M. Okafor',
  rejectedBy: null,
  approvedBy: null,
  laboratory: named('North'),
  ftpSent: null,
  delivery: null,
  fileName: 'plate.xlsx',
  lotName: null,
  isTrial: false,
  trialLots: [],
  usedKitReactionBufferPairs: [],
  parsed: true,
  deletionDate: null,
  archiving: null,
  record: null,
  revision: 3,
  permissions: {
    canUpdate: true,
    canConfigure: false,
    canReinterpret: false,
    canSubmit: false,
    canDecide: true,
    canApprove: true,
    canDelete: false,
    canArchive: false,
    canArchiveAndDelete: false,
    canRestore: false,
    canDeletePermanently: false,
    canSendFiles: false,
  },
  kits: [],
  analyses: [
    {
      id: AN_ID,
      name: 'FAM',
      channel: 'FAM',
      phases: ['MELT'],
      wells: { A1: aWell('A1', 'a1'), A2: aWell('A2', 'a2') },
    },
  ],
  comments: [],
  files: [],
  acts: {
    imported: actOf('M. Okafor'),
    interpreted: actOf('M. Okafor'),
    submitted: actOf('M. Okafor'),
    approved: null,
    rejected: null,
    archived: null,
  },
  algorithmVersion: '1.2.0',
  configurationSha256: null,
  brokenRules: [],
  rejectionReason: null,
  rules: DEFAULT_LABORATORY_RULES,
  fit: null,
  importReport: { files: [], curves: [], ignored: [], notes: [] },
};

/** Its wells as interpreted, without curves. */
export const aChart: readonly ChartWell[] = (['A1', 'A2'] as const).map((position) => ({
  wellId: idOf(position.toLowerCase()),
  position,
  channel: 'FAM',
  sampleType: 'BLOOD',
  interpretedWellDiagnostics: [
    { ...aDiagnostic('INITIAL', aColor('NEGATIVE', 'c1')), stateDiagnostic: 'INITIAL' },
  ],
  data: [],
  constantPhaseInfos: [],
  explanation: {
    algorithmVersion: '1.2.0',
    channel: 'FAM',
    sampleType: 'BLOOD',
    phases: [],
    zonesHit: [],
    combination: 'NONE',
    triedRules: [],
    diagnostic: 'NEGATIVE',
    score: 1,
    flags: [],
  },
}));
