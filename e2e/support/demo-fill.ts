import {
  builtInDiagnosticSchema,
  type DiagnosticRow,
  type Kit,
  type KitConfiguration,
  type LaboratoryUser,
  platePositions,
} from '@curvewell/domain';
import { setTimeout as sleep } from 'node:timers/promises';

import { apiOf, type Api } from './api.ts';
import { demoUser } from './demo-users.ts';
import { type MadeWell, makeRun } from './run-maker.ts';

/** How much data an installation has after some years, and the longest names of laboratories. */
const LARGE = { kits: 43, diagnostics: 377, users: 68 } as const;
const SMALL = { kits: 6, diagnostics: 60, users: 12 } as const;

const KIT_NAMES = [
  'HFE C282Y / H63D / S65C Multiplex, second series (replaces HFE-2)',
  'Hämochromatose-Erregernachweis Übersichtspanel',
  'Keski-Pohjanmaan sairaalan tuberkuloosipaneeli',
  'Thrombophilie-Risikofaktoren (Faktor V Leiden, Prothrombin G20210A)',
  'Perinnöllisen laktoosi-intoleranssin genotyypitys',
];
const FIRST_NAMES = ['Friederike-Charlotte', 'Päivi-Marjatta', 'Maximilian-Alexander', 'Juho-Kustaa', 'Åsa'];
const LAST_NAMES = [
  'Schwarzenberger-Hohenstein',
  'Korhonen-Mäkelä-Vuorensyrjä',
  'Freiherr von und zu Aufseß-Übelhör',
  'Lämsänen-Pääkkönen',
  'Öhman',
];
const LABORATORY_NAMES = [
  'Universitätsklinikum Hamburg-Eppendorf, Institut für Laboratoriumsmedizin',
  'Keski-Pohjanmaan keskussairaalan kliinisen mikrobiologian laboratorio',
];
const FILE_NAME =
  'Käsivarren näytesarja 2026-11-18 08-31-07_CT020311 – Schmelzkurven – Melt Curve RFU Results.xlsx';
const PLATE_ID = 'P-20261128-KESKI-POHJANMAA-0007';
const LABELS = [
  'Heterotsygoottinen mutaatio',
  'Homozygote Mutation (Übereinstimmung beider Allele)',
  'Negative',
];

const named = (names: readonly string[], index: number): string =>
  `${names[index % names.length]}${index < names.length ? '' : ` ${index}`}`;

export interface FilledRuns {
  /** Two plates of 384 wells, one with a failed control, wait for approval. */
  readonly large: string;
  readonly failed: string;
  readonly configured: string;
  readonly configuredLarge: string;
  readonly interpreted: string;
  readonly submitted: string;
  readonly approved: string;
  readonly rejected: string;
  readonly archived: string;
}

/** Fills a demo installation through its API with long German and Finnish names. */
export async function fillDemo(
  address: string,
  { isLarge }: { readonly isLarge: boolean },
): Promise<FilledRuns> {
  const size = isLarge ? LARGE : SMALL;
  const api = patient(await apiOf(address, demoUser.superAdmin));
  const { laboratories } = await api<{ laboratories: { id: string }[] }>('GET', '/me');
  const laboratoryId = laboratories[0]?.id ?? '';
  await addUsers(api, laboratoryId, size.users);
  await api(
    'POST',
    '/laboratory',
    LABORATORY_NAMES.map((name) => ({ name })),
  );
  await addKits(api, size);
  return addRuns(address, isLarge);
}

/** Adds an unassigned user to a laboratory without runs, once. */
export async function joinEmptyLaboratory(address: string, login: string): Promise<void> {
  const api = await apiOf(address, demoUser.superAdmin);
  const { content } = await api<{ content: LaboratoryUser[] }>(
    'GET',
    `/user/unassigned?page=0&size=100&search=${login}`,
  );
  const laboratories = await api<{ content: { id: string; name: string }[] }>(
    'GET',
    '/laboratory?page=0&size=100',
  );
  const empty = laboratories.content.find(({ name }) => name === LABORATORY_NAMES[0]);
  for (const { id, revision } of content)
    await api('PUT', `/user/${id}/laboratory/${empty?.id ?? ''}/member`, { revision });
}

/** Waits where the account has used up its share of the processor. */
function patient(api: Api): Api {
  return async <T>(...call: Parameters<Api>): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await api<T>(...call);
      } catch (error) {
        if (tries === 30 || !/: (429|503|504) /.test(String(error))) throw error;
        await sleep(1000);
      }
    }
  };
}

async function addUsers(api: Api, laboratoryId: string, count: number): Promise<void> {
  const place = `/user/laboratory/${laboratoryId}`;
  const { content } = await api<{ content: LaboratoryUser[] }>('GET', `${place}?page=0&size=100`);
  for (const [index, login] of [demoUser.technician, demoUser.physician].entries()) {
    const user = content.find((one) => one.login === login);
    if (user === undefined) continue;
    const { email, enabled, salesAdmin, qaAdmin, rdAdmin, physician, revision } = user;
    await api('PUT', `/user/${user.id}${place.replace('/user', '')}`, {
      email,
      enabled,
      salesAdmin,
      qaAdmin,
      rdAdmin,
      physician,
      revision,
      firstname: FIRST_NAMES[index],
      lastname: LAST_NAMES[index],
    });
  }
  for (let index = content.length; index < count; index += 1)
    await api('POST', place, {
      login: `user.${String(index).padStart(3, '0')}.schwarzenberger-hohenstein`,
      firstname: FIRST_NAMES[index % FIRST_NAMES.length],
      lastname: named(LAST_NAMES, index),
      email: `user.${index}@keski-pohjanmaan-keskussairaala.example.org`,
      physician: index % 9 === 0,
      qaAdmin: index % 13 === 0,
    });
}

async function addKits(
  api: Api,
  size: { readonly kits: number; readonly diagnostics: number },
): Promise<void> {
  const before = await api<Kit[]>('GET', '/kit');
  const kitIds: string[] = [];
  for (let index = 0; index < size.kits - before.length; index += 1) {
    const { kitVersion } = await api<KitConfiguration>('POST', '/kit', {
      kit: { name: named(KIT_NAMES, index) },
      kitVersion: { version: 'v1' },
    });
    kitIds.push(kitVersion.kit.id);
    for (let lot = 0; lot < index % 4; lot += 1)
      await api('POST', `/lots/version/${kitVersion.id}`, {
        name: `26B0${431 + index}-CHARGE-${lot}`,
        active: lot !== 1,
        expirationDate: ['2097-01-01', '2097-03-31', '2099-12-31'][lot],
      });
  }
  const known = await api<DiagnosticRow[]>('GET', '/diagnostics/kit/labels');
  const rows = builtInDiagnosticSchema.options
    .flatMap((name) => kitIds.map((kitId) => ({ kitId, name })))
    .slice(0, Math.max(0, size.diagnostics - known.length))
    .map((row, index) => ({ ...row, label: named(LABELS, index), color: '#446688' }));
  await api('PUT', '/diagnostics/kit', rows);
}

const CONTENTS = ['wild', 'heterozygous', 'mutated', 'wild', 'heterozygous'] as const;
/** A full plate with long sample names; its control D5 fails if wanted. */
function plate(type: 'RECTANGULAR_96' | 'RECTANGULAR_384', isFailed: boolean): MadeWell[] {
  const positions = platePositions(type);
  return positions.map((position, index) => ({
    position,
    name: `Säkylän-Köyliön terveyskeskus 2611-${String(index).padStart(5, '0')}-Schwarzenberger`,
    content:
      position === 'D5'
        ? isFailed
          ? 'contaminated'
          : 'negative'
        : position === 'A1'
          ? 'positive'
          : index % 47 === 7
            ? 'outside'
            : index % 31 === 5
              ? 'near'
              : (CONTENTS[index % CONTENTS.length] ?? 'wild'),
  }));
}

async function addRuns(address: string, isLarge: boolean): Promise<FilledRuns> {
  const large = isLarge ? 'RECTANGULAR_384' : 'RECTANGULAR_96';
  const common = { plateId: PLATE_ID, fileName: FILE_NAME };
  const make = async (wish: Parameters<typeof makeRun>[1]) =>
    (await makeRun(address, { ...common, ...wish })).id;
  const small = { wells: plate('RECTANGULAR_96', false) };
  return {
    large: await make({ state: 'submitted', plateType: large, wells: plate(large, false) }),
    failed: await make({ state: 'submitted', plateType: large, wells: plate(large, true) }),
    configured: await make({ state: 'configured', ...small }),
    configuredLarge: await make({ state: 'configured', plateType: large, wells: plate(large, false) }),
    interpreted: await make({ state: 'interpreted', ...small }),
    submitted: await make({ state: 'submitted', wells: plate('RECTANGULAR_96', true) }),
    approved: await make({ state: 'approved', ...small }),
    rejected: await make({ state: 'rejected' }),
    archived: await make({ state: 'archived', ...small }),
  };
}
