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
export const BIO_RAD_RED_ALIASES: Alias[] = [
  alias('Texas Red', 'TEXAS_RED', 'seen'),
  alias('Tex 615', 'TEXAS_RED', 'seen'),
  alias('Cal Red 610', 'TEXAS_RED', 'documented'),
  alias('ROX', 'TEXAS_RED', 'documented'),
];

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
];

export const ROTOR_GENE_ALIASES: Alias[] = [
  alias('Green', 'FAM', 'documented'),
  bindingDye('HRM', 'seen'),
  alias('Orange', 'TEXAS_RED', 'documented'),
];
