import { plainDye } from '@curvewell/domain/reading';
import type { AnalyserProfile } from '@curvewell/domain';

type Alias = AnalyserProfile['channelAliases'][number];

function alias(dye: string, channel: Alias['channel'], confidence: Alias['confidence']): Alias {
  return { dye, channel, onlyDye: false, confidence };
}

/** A dye that binds to any double strand and is read in FAM's channel. */
function bindingDye(dye: string, confidence: Alias['confidence']): Alias {
  return { dye, channel: 'FAM', onlyDye: true, confidence };
}

export const FAM_ALIAS = alias('FAM', 'FAM', 'seen');

/** Dyes for the optical channel that Bio-Rad shares between ROX, Texas Red, Cal Red 610 and Tex 615. */
export const RED_ALIASES: Alias[] = [
  alias('Texas Red', 'TEXAS_RED', 'seen'),
  alias('Tex 615', 'TEXAS_RED', 'seen'),
  alias('Cal Red 610', 'TEXAS_RED', 'documented'),
];
export const BIO_RAD_RED_ALIASES: Alias[] = [...RED_ALIASES, alias('ROX', 'TEXAS_RED', 'documented')];

/** For files whose instrument is unknown, so that ROX need not share a filter with Texas Red. */
export const ROX_ALIAS = alias('ROX', 'ROX', 'documented');

const several = (channel: Alias['channel'], dyes: readonly string[]): Alias[] =>
  dyes.map((dye) => alias(dye, channel, 'documented'));

/** Dyes read between FAM and the red channels, about 530 to 560 nm. */
export const HEX_ALIASES: Alias[] = [
  alias('HEX', 'HEX', 'seen'),
  ...several('HEX', ['VIC', 'JOE', 'TET', 'Cal Gold 540', 'Cal Orange 560', 'Yakima Yellow']),
];

export const CY5_ALIASES: Alias[] = [alias('Cy5', 'CY5', 'seen'), ...several('CY5', ['Quasar 670'])];

export const CY5_5_ALIASES: Alias[] = [
  alias('Quasar 705', 'CY5_5', 'seen'),
  ...several('CY5_5', ['Cy5.5', 'Quasar 680']),
];

/** The third filter of Applied Biosystems instruments. */
export const TAMRA_ALIASES: Alias[] = several('TAMRA', ['TAMRA', 'NED', 'Cy3', 'ABY']);

/** Dyes for high-resolution melting, and the name that RDML files of this product use for any such dye. */
export const INTERCALATING_ALIASES: Alias[] = several('INTERCALATING', [
  'Intercalating dye',
  'LCGreen',
  'LCGreen Plus',
  'LC Green I',
  'SYTO 9',
  'ResoLight',
  'BRYT Green',
  'MeltDoctor',
]);

/** On Applied Biosystems instruments ROX is the passive reference and never a curve. */
export const APPLIED_BIOSYSTEMS_RED_ALIASES: Alias[] = [
  alias('Texas Red', 'TEXAS_RED', 'documented'),
  alias('Tex 615', 'TEXAS_RED', 'documented'),
];

export const BINDING_DYE_ALIASES: Alias[] = [
  bindingDye('SYBR', 'seen'),
  bindingDye('SYBR Green', 'documented'),
  bindingDye('SYBR Green I', 'seen'),
  bindingDye('CYBR Green I', 'seen'),
  bindingDye('EvaGreen', 'documented'),
];

export const LIGHT_CYCLER_ALIASES: Alias[] = [
  alias('465-510', 'FAM', 'documented'),
  bindingDye('483-533', 'seen'),
  alias('533-610', 'TEXAS_RED', 'documented'),
  alias('558-610', 'TEXAS_RED', 'documented'),
  ...several('HEX', ['523-568', '533-580']),
  ...several('CY5', ['615-670', '618-660']),
];

export const ROTOR_GENE_ALIASES: Alias[] = [
  alias('Green', 'FAM', 'documented'),
  bindingDye('HRM', 'seen'),
  alias('Orange', 'TEXAS_RED', 'documented'),
  alias('Yellow', 'HEX', 'documented'),
  alias('Red', 'CY5', 'documented'),
  alias('Crimson', 'CY5_5', 'documented'),
];

/** The channels of a Mic, named by their colours. */
export const MIC_ALIASES: Alias[] = [
  alias('Green', 'FAM', 'documented'),
  alias('Yellow', 'HEX', 'documented'),
  alias('Orange', 'TEXAS_RED', 'documented'),
  alias('Red', 'CY5', 'documented'),
];

const DYES = new Set(
  [
    FAM_ALIAS,
    ROX_ALIAS,
    ...RED_ALIASES,
    ...HEX_ALIASES,
    ...CY5_ALIASES,
    ...CY5_5_ALIASES,
    ...TAMRA_ALIASES,
    ...INTERCALATING_ALIASES,
    ...BINDING_DYE_ALIASES,
  ].map(({ dye }) => plainDye(dye)),
);

/** Whether a name is that of a dye, where a file may hold an assay's name in its place. */
export const isDyeName = (name: string): boolean => DYES.has(plainDye(name));
