import { combinationLabel } from './assay.ts';
import { IN_NO_ZONE } from './call-words.ts';
import { expressionText } from './expression-words.ts';
import { degreesText, figureTexts } from './figure-text.ts';
import type { ConstantPhaseInfo, InterpretedWell } from './interpretation.ts';
import type { CallExplanation, Peak, PeakRejection, EvaluatedRule } from './well-call.ts';

/** A figure that could have made another call. */
export interface CallBorder {
  /** How far from it the well lies; 1 and less is borderline. */
  readonly distance: number;
  /** What it is, how far it is, and what would be beyond it. */
  readonly text: string;
  /** Of zones, beyond it; null: a peak in no zone alone, another rule of the same combination, or a control that fails. */
  readonly combination: string | null;
}

/**
 * What counts as one step away from a border, so that different figures can be compared. Heights, significances
 * and qualities: as near as the flags of the analysis have it. Temperatures: at least 0.2 °C, by which blocks of
 * analysers differ from place to place, however small the error of the fit.
 */
const STEP = { partOfLimit: 0.1, quality: 0.1, tmErrors: 2, temperature: 0.2 } as const;

type Zone = ConstantPhaseInfo['constantZoneInfos'][number];
type Phase = CallExplanation['phases'][number];

/** One test that a peak passed or failed. */
interface Test {
  readonly name: string;
  readonly measured: number;
  readonly limit: number;
  readonly step: number;
  readonly isPassed: boolean;
}

/** The border that the call came nearest to; null when nothing could have made another call. */
export function nearestBorder({
  explanation,
  constantPhaseInfos,
  beyond = {},
}: Pick<InterpretedWell, 'explanation' | 'constantPhaseInfos' | 'beyond'>): CallBorder | null {
  const borders = [
    ...explanation.phases.flatMap((phase) => {
      const zones = constantPhaseInfos.find(({ type }) => type === phase.type)?.constantZoneInfos ?? [];
      return phase.peaks.flatMap((peak) => peakBorders(peak, { explanation, phase, zones }));
    }),
    ...explanation.triedRules.flatMap(ruleBorder),
  ];
  const [first, ...others] = borders;
  if (first === undefined) return null;
  const nearest = others.reduce(
    (least, border) => (border.distance < least.distance ? border : least),
    first,
  );
  const { text, combination } = nearest;
  if (combination === null) return { ...nearest, text: `${text}.` };
  const called = beyond[combination];
  return { ...nearest, text: `${text} ${combination}${called === undefined ? '' : `, ${called}`}.` };
}

interface PeakGrounds {
  readonly explanation: CallExplanation;
  readonly phase: Phase;
  readonly zones: readonly Zone[];
}

function peakBorders(peak: Peak, grounds: PeakGrounds): CallBorder[] {
  const { explanation, phase, zones } = grounds;
  const zone = zones.find(({ name }) => name === peak.zone);
  const tests = testsOf(peak, phase, zone);
  if (!peak.accepted) return droppedBorder(peak, { explanation, tests });
  if (zone === undefined) return outsideBorder(peak, grounds);
  const isAlone = !explanation.phases
    .flatMap(({ peaks }) => peaks)
    .some((other) => other !== peak && other.accepted && other.zone === peak.zone);
  if (!isAlone) return [];
  const without = explanation.zonesHit.filter((name) => name !== zone.name);
  const combination = combinationLabel(without);
  return [
    ...tests.map((test) => ({
      distance: (test.measured - test.limit) / test.step,
      text: `Peak ${zone.name} ${degreesText(peak.tm)}: ${comparison(test)}; below it the combination would be`,
      combination,
    })),
    ...edgeBorders(peak, { zone, zones, without }),
  ];
}

/** What a peak is compared with. */
function testsOf(peak: Peak, { settings }: Phase, zone: Zone | undefined): Test[] {
  const test = (name: string, [measured, limit]: readonly [number, number], step: number): Test => ({
    name,
    measured,
    limit,
    step: Math.max(step, 1e-9),
    isPassed: measured >= limit,
  });
  const height = Math.max(settings.minThreshold, zone?.minThreshold ?? 0);
  const quality = Math.max(settings.minQuality, zone?.minQuality ?? 0);
  return [
    test('height', [peak.height, height], STEP.partOfLimit * height),
    test('quality', [peak.quality, quality], STEP.quality),
    test(
      'significance',
      [peak.significance, settings.slopeThreshold],
      STEP.partOfLimit * settings.slopeThreshold,
    ),
  ];
}

/** Reasons that are none of the three tests. */
const OTHER_TEST: Partial<Record<PeakRejection, string>> = {
  'small-beside-highest': 'height relative to the highest peak',
  'within-template': 'slope relative to the template',
  'too-narrow': 'width',
  'too-wide': 'width',
  'tm-uncertain': 'error of the temperature',
};

/** A dropped peak is as far from counting as the test that it failed by most. */
function droppedBorder(
  peak: Peak,
  { explanation, tests }: { readonly explanation: CallExplanation; readonly tests: readonly Test[] },
): CallBorder[] {
  const { zonesHit, sampleType, combination } = explanation;
  const added = peak.zone !== null && !zonesHit.includes(peak.zone) ? [...zonesHit, peak.zone] : null;
  const breaksControl = sampleType === 'NEGATIVE_TEST' && combination === combinationLabel([]);
  if (added === null && !breaksControl) return [];
  const other = peak.reason === null ? undefined : OTHER_TEST[peak.reason];
  const { measured, limit } = peak;
  const failed = tests.filter(({ isPassed }) => !isPassed);
  if (other !== undefined && measured !== null && limit !== null) {
    const step = Math.max(STEP.partOfLimit * limit, 1e-9);
    failed.push({ name: other, measured, limit, step, isPassed: false });
  }
  const [hardest] = failed.sort((a, b) => distanceOf(b) - distanceOf(a));
  if (hardest === undefined) return [];
  const would = added === null ? 'with it the control would fail' : 'with it the combination would be';
  return [
    {
      distance: distanceOf(hardest),
      text: `Dropped peak at ${degreesText(peak.tm)}: ${comparison(hardest)}; ${would}`,
      combination: added && combinationLabel(added),
    },
  ];
}

const distanceOf = ({ measured, limit, step }: Test): number => Math.abs(measured - limit) / step;

/** “height 512 is 46 % above 350” */
function comparison({ name, measured, limit }: Test): string {
  const [value, bound] = figureTexts(measured, limit);
  const ratio = limit === 0 ? Infinity : measured / limit;
  if (ratio >= 2 && Number.isFinite(ratio))
    return `${name} ${value} is ${ratio.toFixed(1)} times the limit ${bound}`;
  const part = limit === 0 ? '' : `${Math.abs((ratio - 1) * 100).toFixed(0)} % `;
  return `${name} ${value} is ${part}${measured >= limit ? 'above' : 'below'} the limit ${bound}`;
}

interface Edges {
  readonly zone: Zone;
  readonly zones: readonly Zone[];
  /** The zones hit when this one is left. */
  readonly without: readonly string[];
}

/** Beyond an edge there may be another zone. */
const BEYOND = 1e-6;

function edgeBorders(peak: Peak, { zone, zones, without }: Edges): CallBorder[] {
  const edges = [
    { name: 'lower', at: zone.minTemp, beyond: zone.minTemp - BEYOND },
    { name: 'upper', at: zone.maxTemp, beyond: zone.maxTemp + BEYOND },
  ];
  return edges.map(({ name, at, beyond }) => {
    const next = zones.find((other) => other !== zone && beyond >= other.minTemp && beyond <= other.maxTemp);
    const hit = next === undefined ? without : [...new Set([...without, next.name])];
    const beyondIt = hit.length === 0 ? `it would lie ${IN_NO_ZONE}` : 'the combination would be';
    return {
      distance: Math.abs(peak.tm - at) / temperatureStep(peak),
      text:
        `Peak ${zone.name} ${degreesText(peak.tm)} lies ${degreesText(Math.abs(peak.tm - at))} inside the ${name} ` +
        `edge of its zone, ${degreesText(at)}; beyond it ${beyondIt}`,
      combination: hit.length === 0 ? null : combinationLabel(hit),
    };
  });
}

const temperatureStep = ({ tmError }: Peak): number =>
  Math.max(STEP.temperature, STEP.tmErrors * (tmError ?? 0));

/** A peak that counts in no zone, beside the nearest zone that it could have hit. */
function outsideBorder(peak: Peak, { explanation, zones }: PeakGrounds): CallBorder[] {
  return zones
    .filter(({ name }) => !explanation.zonesHit.includes(name))
    .map(({ name, minTemp, maxTemp }) => {
      const gap = peak.tm < minTemp ? minTemp - peak.tm : peak.tm - maxTemp;
      return {
        distance: gap / temperatureStep(peak),
        text:
          `Peak ${degreesText(peak.tm)} lies ${degreesText(gap)} outside zone ${name}; ` +
          `in it the combination would be`,
        combination: combinationLabel([...explanation.zonesHit, name]),
      };
    });
}

/** A row's conditions: the one nearest to falling over, or the hardest of those that fail. */
function ruleBorder({ rule, expressions, holds }: EvaluatedRule): CallBorder[] {
  const deciding = expressions.filter((expression) => holds || !expression.holds);
  // No figure of a peak that is missing could have been another one.
  if (deciding.some(({ firstValue, secondValue }) => firstValue === null || secondValue === null)) return [];
  const compared = deciding
    .map((expression) => {
      const [firstValue, secondValue] = [expression.firstValue ?? 0, expression.secondValue ?? 0];
      const larger = Math.max(firstValue, secondValue);
      const part = larger === 0 ? 0 : Math.abs(firstValue - secondValue) / larger;
      const [first, second] = figureTexts(firstValue, secondValue);
      const figures = typeof expression.firstOperand === 'string' ? 'the heights ' : '';
      return {
        distance: part / STEP.partOfLimit,
        text:
          `Row ${rule + 1}, ${expressionText(expression)}: ${figures}${first} and ${second} ` +
          `differ by ${(part * 100).toFixed(0)} %; the other way round the row would ${holds ? 'not hold' : 'hold'}`,
        combination: null,
      };
    })
    .sort((a, b) => a.distance - b.distance);
  return compared.length === 0 ? [] : [(holds ? compared[0] : compared.at(-1)) ?? []].flat();
}
