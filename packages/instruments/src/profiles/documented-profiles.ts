import type { AnalyserProfile } from '@curvewell/domain';

import {
  BIO_RAD_RED_ALIASES,
  CY5_5_ALIASES,
  CY5_ALIASES,
  FAM_ALIAS,
  HEX_ALIASES,
  MIC_ALIASES,
  RED_ALIASES,
  ROX_ALIAS,
  TAMRA_ALIASES,
} from './aliases.ts';
import { documented, dyes, ONE_FILE_OF_96, written } from './profile-parts.ts';

const RDML = written('rdml', { zip: 'documented', xml: 'documented' });

/** The dyes of the four optical channels that LightCycler 96 and Mic have. */
const FOUR_CHANNELS = dyes(BIO_RAD_RED_ALIASES, HEX_ALIASES, CY5_ALIASES);

/** The dyes of Agilent’s optical modules; ROX has one of its own, and is the passive reference of many kits. */
const AGILENT = {
  ...ONE_FILE_OF_96,
  channelAliases: dyes(RED_ALIASES, [ROX_ALIAS], HEX_ALIASES, TAMRA_ALIASES, CY5_ALIASES),
};

type CfxProfile = Omit<AnalyserProfile, 'id' | 'name' | 'plateTypes'>;

/** Analysers of which no real file with melting curves was read. CFX Opus writes the exports of CFX Maestro. */
export const documentedProfiles = (cfx: CfxProfile): readonly AnalyserProfile[] => [
  {
    ...cfx,
    id: 'bio-rad-cfx-opus-96',
    name: 'Bio-Rad CFX Opus 96',
    plateTypes: ['RECTANGULAR_96'],
    formats: documented(cfx.formats),
    channelAliases: [...cfx.channelAliases, ...CY5_5_ALIASES],
  },
  {
    ...cfx,
    id: 'bio-rad-cfx-opus-384',
    name: 'Bio-Rad CFX Opus 384',
    plateTypes: ['RECTANGULAR_384'],
    formats: documented(cfx.formats),
  },
  {
    id: 'lightcycler-96',
    name: 'LightCycler 96',
    ...ONE_FILE_OF_96,
    // Its own experiment file is RDML with further parts.
    extensions: ['rdml', 'lc96p', 'xml'],
    formats: RDML,
    channelAliases: FOUR_CHANNELS,
  },
  {
    ...AGILENT,
    id: 'agilent-ariamx',
    name: 'Agilent AriaMx',
    extensions: ['rdml', 'xml'],
    formats: RDML,
  },
  {
    ...AGILENT,
    id: 'agilent-mx3005p',
    name: 'Agilent Mx3000P / Mx3005P',
    extensions: ['txt'],
    formats: written('mxpro', { text: 'documented' }),
  },
  {
    id: 'azure-cielo',
    name: 'Azure Cielo',
    ...ONE_FILE_OF_96,
    extensions: ['csv'],
    formats: written('azure-cielo', { csv: 'documented' }),
    // The file numbers its channels. Which dye each of them reads is asked at the import.
    channelAliases: [
      FAM_ALIAS,
      ...BIO_RAD_RED_ALIASES,
      ...HEX_ALIASES,
      ...TAMRA_ALIASES,
      ...CY5_ALIASES,
      ...CY5_5_ALIASES,
    ],
  },
  {
    id: 'bms-mic',
    name: 'Mic',
    ...ONE_FILE_OF_96,
    extensions: ['rdml', 'xml'],
    formats: RDML,
    channelAliases: [...MIC_ALIASES, ...FOUR_CHANNELS],
  },
];
