import {
  sampleTypeSchema,
  SAMPLE_TYPE_LABEL,
  type Analyser,
  type Kit,
  type KitVersion,
  type Lot,
  type Permission,
  type Run,
} from '@curvewell/domain';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';

import { CreationScreen } from '../src/screens/creation-screen.tsx';
import { type Answers, showPage } from './a-page.tsx';
import { aColor, aRun, idOf } from './a-run.ts';
import { uploadOverFakeNetwork } from './fake-uploads.ts';

export const analyser: Analyser = {
  id: idOf('1'),
  name: 'Bio-Rad CFX96',
  version: '1',
  maxNumberOfFilesByRun: 1,
  active: true,
  configured: true,
  fileTypes: ['xlsx'],
  confidence: 'seen',
  channels: ['FAM', 'TEXAS_RED'],
};
const buffer = { id: idOf('b3'), name: 'RB-2' };
const kitOf = (end: string, name: string): Kit => ({
  id: idOf(end),
  name,
  isSample: false,
  makesTrials: false,
  owner: null,
  melt: true,
  anneal: false,
  reactionBuffers: [{ ...buffer, active: true, channels: ['FAM'], configured: true }],
  channelAssignments: [],
});
export const kit = kitOf('b1', 'LCT-13910');
/** A second kit, so that the only kit is not filled in automatically. */
export const otherKit = kitOf('b2', 'F2-F5');
const reference = { id: idOf('b4'), version: 'v2', kit: { id: kit.id, name: kit.name } };
export const lotOf = (end: string, name: string, expirationDate = '2099-12-31'): Lot => ({
  id: idOf(end),
  name,
  expirationDate,
  active: true,
  admin: true,
  production: true,
  kitVersion: reference,
  revision: 1,
});
export const lot = lotOf('b5', '26B0417');
export const version: KitVersion = {
  ...reference,
  lots: [lot, lotOf('b6', '26B0431')],
  validityStartDate: null,
  validityEndDate: null,
  isEditable: true,
  isFirst: false,
  requiredControls: { negative: 0, positive: 0 },
  outsideDiagnostic: null,
  tmShift: null,
  meltTemplates: null,
  curveShapes: null,
  replicates: null,
  revision: 4,
};
const lotOfRun = { id: lot.id, name: lot.name, expirationDate: lot.expirationDate };

/** A run after import, with nothing but its files. */
export const imported: Run = {
  ...aRun,
  status: 'RUN_TO_INTERPRET',
  plateId: 'P-9',
  submittedByName: null,
  interpretationRunByName: null,
  permissions: { ...aRun.permissions, canConfigure: true, canDecide: false, canDelete: true },
  analyses: aRun.analyses.map((analysis) => ({
    ...analysis,
    wells: Object.fromEntries(
      Object.entries(analysis.wells).map(([position, well]) => [
        position,
        {
          ...well,
          sampleType: null,
          kitVersion: null,
          lot: null,
          reactionBuffer: null,
          res: null,
          score: null,
        },
      ]),
    ),
  })),
};

/** After step 1 is saved. */
export const withKit: Run = {
  ...imported,
  kits: [
    {
      kitVersion: reference,
      reactionBuffer: buffer,
      lots: [{ ...lotOfRun, active: true }],
      channelAssignments: [],
      status: 'VALIDATED',
      validityEndDate: null,
      requiredControls: version.requiredControls,
    },
  ],
};

/** With all wells complete. */
export const configured: Run = {
  ...withKit,
  analyses: withKit.analyses.map((analysis) => ({
    ...analysis,
    wells: Object.fromEntries(
      Object.entries(analysis.wells).map(([position, well]) => [
        position,
        {
          ...well,
          sampleType: 'BLOOD' as const,
          kitVersion: reference,
          lot: lotOfRun,
          reactionBuffer: buffer,
        },
      ]),
    ),
  })),
};

export const paths = {
  run: `/api/run/${aRun.id}`,
  upload: `/api/run/acquisitions/${aRun.id}`,
  interpret: `/api/run/${aRun.id}/interpret`,
  versions: `/api/kit/${kit.id}/analyser/${analyser.id}/versions`,
  colors: `/api/kit/${kit.id}/analyser/${analyser.id}/reaction-buffers/channels/diagnostic-colors`,
  status: `/api/kit/${kit.id}/status/${analyser.id}`,
  newLot: `/api/lots/version/${version.id}`,
};

interface Creation {
  readonly step?: 1 | 2;
  /** The selected wells of step 2. */
  readonly wells?: string;
  readonly answers?: Answers;
  readonly permissions?: readonly Permission[];
}

/** Shows a run during creation. Entries of `answers` take precedence over the default responses. */
export async function showCreation(
  run: Run,
  { step = 1, wells = '', answers = {}, permissions = [] }: Creation = {},
) {
  // Drafts are saved on unmount, after the cleanup of a test, so clear them here.
  localStorage.clear();
  uploadOverFakeNetwork();
  const at = `/run/${run.id}/configuration?step=${step}${wells && `&wells=${wells}`}`;
  // Selected wells are kept in the URL.
  window.history.replaceState(null, '', at);
  const page = showPage(
    <Routes>
      <Route path="/run/:runId/configuration" element={<CreationScreen />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    {
      at,
      permissions,
      answers: {
        [`GET ${paths.run}`]: run,
        'GET /api/analysers': [analyser],
        'GET /api/kit': [kit, otherKit],
        [`GET /api/kit/${kit.id}`]: kit,
        [`GET /api/kit/${kit.id}/versions`]: [version],
        [`GET ${paths.versions}`]: [version],
        [`GET ${paths.status}`]: { status: 'VALIDATED' },
        [`GET ${paths.run}/fit`]: { findings: [], zones: [], range: null, offers: [] },
        [`GET ${paths.colors}`]: run.analyses.map(({ channel }) => ({
          reactionBufferId: buffer.id,
          channel,
          diagnosticColors: [aColor('NEGATIVE', 'c1'), aColor('HETEROZYGOUS', 'c2')],
        })),
        'GET /api/well/sampleTypes': sampleTypeSchema.options.map((name) => ({
          name,
          label: SAMPLE_TYPE_LABEL[name],
        })),
        'GET /api/template-well': [],
        [`POST ${paths.upload}`]: { ...run, revision: run.revision + 1 },
        [`PUT ${paths.run}`]: { ...run, revision: run.revision + 2 },
        [`DELETE ${paths.run}`]: new Response(null, { status: 204 }),
        ...answers,
      },
    },
  );
  await screen.findAllByText(/^(?:Run 1284|Elsewhere)$/);
  return page;
}

export const row = (number: number) => within(screen.getByRole('group', { name: `Kit ${number}` }));
export const press = (name: RegExp | string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
export const choose = async (field: HTMLElement, option: RegExp | string): Promise<void> => {
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole('option', { name: option }));
};
/** Types a value that is not in the list; the last option then offers to add it. */
export const type = (field: HTMLInputElement, value: string): void => {
  // Without focus, React takes the change for one by the browser.
  act(() => {
    field.focus();
  });
  fireEvent.change(field, { target: { value } });
  if (field.value !== value) throw new Error(`“${value}” was not typed.`);
};
/** Chooses the option that adds the typed value. */
export const addTyped = (): void => {
  fireEvent.click(screen.getByRole('option', { name: /^Add/ }));
};
export const offer = (): HTMLElement | null => screen.queryByRole('option', { name: /^Add/ });
