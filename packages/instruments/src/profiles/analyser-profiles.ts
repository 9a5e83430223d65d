import type { AnalyserProfile } from '@curvewell/domain';

import {
  APPLIED_BIOSYSTEMS_RED_ALIASES,
  BIO_RAD_RED_ALIASES,
  CY5_5_ALIASES,
  CY5_ALIASES,
  HEX_ALIASES,
  LIGHT_CYCLER_ALIASES,
  RED_ALIASES,
  ROTOR_GENE_ALIASES,
  ROX_ALIAS,
  TAMRA_ALIASES,
} from './aliases.ts';
import { documentedProfiles } from './documented-profiles.ts';
import { dyes, ONE_FILE_OF_96, PHASES, written } from './profile-parts.ts';

const RDML = written('rdml', { zip: 'seen', xml: 'documented' });

const CFX: Omit<AnalyserProfile, 'id' | 'name' | 'plateTypes'> = {
  version: 1,
  maxNumberOfFilesByRun: 12,
  extensions: ['xml', 'xlsx', 'xls', 'csv', 'zip', 'rdml'],
  formats: [
    ...written('cfx', {
      xlsx: 'seen',
      csv: 'seen',
      xml: 'documented',
      xls: 'documented',
      spreadsheetml: 'documented',
    }),
    ...RDML,
  ],
  channelAliases: dyes(BIO_RAD_RED_ALIASES, HEX_ALIASES, CY5_ALIASES),
  phases: PHASES,
};

/** The built-in analysers of a new installation; later ones last, because their place is stored. */
export const ANALYSER_PROFILES: readonly AnalyserProfile[] = [
  {
    id: 'bio-rad-cfx96',
    name: 'Bio-Rad CFX96',
    plateTypes: ['RECTANGULAR_96'],
    ...CFX,
    // The fifth channel, which a CFX384 lacks.
    channelAliases: [...CFX.channelAliases, ...CY5_5_ALIASES],
  },
  { id: 'bio-rad-cfx384', name: 'Bio-Rad CFX384', plateTypes: ['RECTANGULAR_384'], ...CFX },
  {
    id: 'quantstudio',
    name: 'QuantStudio',
    version: 1,
    maxNumberOfFilesByRun: 4,
    plateTypes: ['RECTANGULAR_96', 'RECTANGULAR_384'],
    extensions: ['xml', 'xlsx', 'xls', 'txt', 'rdml'],
    formats: [
      ...written('quantstudio-design-analysis', { xlsx: 'seen' }),
      ...written('quantstudio-real-time', { text: 'seen', xls: 'documented', xlsx: 'documented' }),
      ...RDML,
    ],
    channelAliases: dyes(
      APPLIED_BIOSYSTEMS_RED_ALIASES,
      HEX_ALIASES,
      TAMRA_ALIASES,
      CY5_ALIASES,
      CY5_5_ALIASES,
    ),
    phases: PHASES,
  },
  {
    id: 'stepone-7500',
    name: 'StepOnePlus / 7500',
    ...ONE_FILE_OF_96,
    extensions: ['xml', 'xlsx', 'xls', 'rdml'],
    formats: [
      ...written('stepone', { xls: 'seen', xlsx: 'documented', spreadsheetml: 'documented' }),
      ...RDML,
    ],
    channelAliases: dyes(APPLIED_BIOSYSTEMS_RED_ALIASES, HEX_ALIASES, TAMRA_ALIASES, CY5_ALIASES),
  },
  {
    id: 'lightcycler-480',
    name: 'LightCycler 480',
    version: 1,
    maxNumberOfFilesByRun: 2,
    plateTypes: ['RECTANGULAR_96', 'RECTANGULAR_384'],
    extensions: ['xml', 'txt', 'rdml'],
    formats: [...written('lightcycler480', { text: 'seen' }), ...RDML],
    channelAliases: dyes(LIGHT_CYCLER_ALIASES, BIO_RAD_RED_ALIASES, HEX_ALIASES, CY5_ALIASES, CY5_5_ALIASES),
    phases: PHASES,
  },
  {
    id: 'rotor-gene-q',
    name: 'Rotor-Gene Q',
    ...ONE_FILE_OF_96,
    extensions: ['xml', 'rex', 'rdml'],
    formats: [...written('rotorgene', { xml: 'seen' }), ...RDML],
    channelAliases: dyes(ROTOR_GENE_ALIASES, BIO_RAD_RED_ALIASES, HEX_ALIASES, CY5_ALIASES, CY5_5_ALIASES),
  },
  {
    id: 'rdml',
    name: 'RDML / RDES',
    version: 1,
    maxNumberOfFilesByRun: 2,
    plateTypes: ['RECTANGULAR_96', 'RECTANGULAR_384'],
    extensions: ['xml', 'rdml', 'zip', 'tsv'],
    formats: [...RDML, ...written('rdes', { text: 'seen' })],
    channelAliases: dyes(
      RED_ALIASES,
      [ROX_ALIAS],
      LIGHT_CYCLER_ALIASES,
      HEX_ALIASES,
      TAMRA_ALIASES,
      CY5_ALIASES,
      CY5_5_ALIASES,
    ),
    phases: PHASES,
  },
  ...documentedProfiles(CFX),
];
