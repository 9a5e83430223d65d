import { amplificationChannel, combinationLabel, shapeCompared } from '../kit/assay.ts';
import { IN_NO_ZONE } from './call-words.ts';
import { expressionText } from './expression-words.ts';
import { degreesText, figureTexts } from '../text/figure-text.ts';
import type { ConstantPhaseInfo, InterpretedWell } from './interpretation.ts';
import { shapeBorders } from './shape-border.ts';
import type { CallExplanation, CallFlag, Peak, PeakRejection, EvaluatedRule } from './well-call.ts';

export interface CallBorder {
  /** The distance in steps; up to 1 is borderline. */
  readonly distance: number;
  /** The value, its distance, and what lies beyond. */
  readonly text: string;
  /**
   * The combination beyond the limit; null: only a peak outside all zones, another rule of the same
   * combination, or a failed control.
   */
  readonly combination: string | null;
  /** The flag of the analysis that says the same; null: none does. */
  readonly flag: BorderFlag | null;
}

export type BorderFlag = Pick<CallFlag, 'code' | 'zone'>;

/**
 * The distance that counts as one step, so that different quantities can be compared. For heights,
 * significances and qualities the same as in the analysis flags. For temperatures at least 0.2 °C, the
 * difference within an analyser's block, even if the error of the fit is smaller.
 */
const STEP = { partOfLimit: 0.1, quality: 0.1, tmErrors: 2, temperature: 0.2 } as const;

/** A limit whose words are put together only if it is the nearest, since a well has dozens. */
interface Candidate extends Pick<CallBorder, 'distance' | 'flag'> {
  readonly words: () => string;
  /** Those that would be hit beyond the limit; null: as of a border without a combination. */
  readonly zones: readonly string[] | null;
}

type Zone = ConstantPhaseInfo['constantZoneInfos'][number];
type Phase = CallExplanation['phases'][number];

interface Test {
  readonly name: string;
  readonly measured: number;
  readonly limit: number;
  readonly step: number;
  readonly isPassed: boolean;
}

/** The limit closest to the call; null when no other call was possible. */
export function nearestBorder({
  explanation,
  constantPhaseInfos,
  beyond = {},
}: Pick<InterpretedWell, 'explanation' | 'constantPhaseInfos' | 'beyond'>): CallBorder | null {
  const candidates: Candidate[] = [
    ...explanation.phases.flatMap((phase) => {
      const zones = constantPhaseInfos.find(({ type }) => type === phase.type)?.constantZoneInfos ?? [];
      return phase.peaks.flatMap((peak) => peakBorders(peak, { explanation, phase, zones }));
    }),
    ...explanation.triedRules.flatMap(ruleBorder),
    ...shapeBorders(explanation),
  ];
  const [first, ...others] = candidates;
  if (first === undefined) return null;
  const { distance, words, zones, flag } = others.reduce(
    (least, candidate) => (candidate.distance < least.distance ? candidate : least),
    first,
  );
  if (zones === null) return { distance, text: `${words()}.`, combination: null, flag };
  const combination = combinationLabel(zones);
  const called = beyond[combination];
  const text = `${words()} ${combination}${called === undefined ? '' : `, ${called}`}.`;
  return { distance, text, combination, flag };
}

interface PeakGrounds {
  readonly explanation: CallExplanation;
  readonly phase: Phase;
  readonly zones: readonly Zone[];
}

function peakBorders(peak: Peak, grounds: PeakGrounds): Candidate[] {
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
  return [
    ...tests.map((test) => ({
      distance: (test.measured - test.limit) / test.step,
      words: () =>
        `Peak ${zone.name} ${degreesText(peak.tm)}: ${comparison(test)}; below it the combination would be`,
      zones: without,
      flag: test.name === 'height' ? { code: 'borderline-threshold' as const, zone: zone.name } : null,
    })),
    ...edgeBorders(peak, { zone, zones, without }),
  ];
}

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

/** Rejections by other reasons than the three tests. */
const OTHER_TEST: Partial<Record<PeakRejection, string>> = {
  'small-beside-highest': 'height relative to the highest peak',
  'within-template': 'slope relative to the template',
  'too-narrow': 'width',
  'too-wide': 'width',
  'tm-uncertain': 'error of the temperature',
};

/** A dropped peak is as far from counting as its worst failed test. */
function droppedBorder(
  peak: Peak,
  { explanation, tests }: { readonly explanation: CallExplanation; readonly tests: readonly Test[] },
): Candidate[] {
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
      words: () => `Dropped peak at ${degreesText(peak.tm)}: ${comparison(hardest)}; ${would}`,
      zones: added,
      flag: null,
    },
  ];
}

const distanceOf = ({ measured, limit, step }: Test): number => Math.abs(measured - limit) / step;

/** “height 512 is 46 % above 350” */
function comparison({ name, measured, limit }: Test): string {
  const [value, bound] = figureTexts(measured, limit);
  const ratio = limit === 0 ? Infinity : measured / limit;
  if (ratio >= 2 && Number.isFinite(ratio))
    return `${name} ${value} is ${ratio.toFixed(1)} times the threshold ${bound}`;
  const part = limit === 0 ? '' : `${Math.abs((ratio - 1) * 100).toFixed(0)} % `;
  return `${name} ${value} is ${part}${measured >= limit ? 'above' : 'below'} the threshold ${bound}`;
}

interface Edges {
  readonly zone: Zone;
  readonly zones: readonly Zone[];
  /** The zones that are hit without this peak. */
  readonly without: readonly string[];
}

/** °C beyond a limit, where the next zone may start. */
const BEYOND = 1e-6;

function edgeBorders(peak: Peak, { zone, zones, without }: Edges): Candidate[] {
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
      words: () =>
        `Peak ${zone.name} ${degreesText(peak.tm)} lies ${degreesText(Math.abs(peak.tm - at))} inside the ${name} ` +
        `edge of its zone, ${degreesText(at)}; beyond it ${beyondIt}`,
      zones: hit.length === 0 ? null : hit,
      flag: { code: 'borderline-zone', zone: zone.name },
    };
  });
}

const temperatureStep = ({ tmError }: Peak): number =>
  Math.max(STEP.temperature, STEP.tmErrors * (tmError ?? 0));

/** A counted peak outside all zones, and the nearest zone. */
function outsideBorder(peak: Peak, { explanation, zones }: PeakGrounds): Candidate[] {
  return zones
    .filter(({ name }) => !explanation.zonesHit.includes(name))
    .map(({ name, minTemp, maxTemp }) => {
      const gap = peak.tm < minTemp ? minTemp - peak.tm : peak.tm - maxTemp;
      return {
        distance: gap / temperatureStep(peak),
        words: () =>
          `Peak ${degreesText(peak.tm)} lies ${degreesText(gap)} outside zone ${name}; ` +
          `in it the combination would be`,
        zones: [...explanation.zonesHit, name],
        flag: null,
      };
    });
}

/** The conditions of a rule: the one closest to failing, or the hardest failed one. */
function ruleBorder({ rule, expressions, holds }: EvaluatedRule): Candidate[] {
  const deciding = expressions.filter((expression) => holds || !expression.holds);
  // The borders of a shape are in `shape-border.ts`. A rule that fails by it has no other limit.
  const numeric = deciding.filter(
    (expression) => shapeCompared(expression) === null && amplificationChannel(expression) === null,
  );
  if (!holds && numeric.length < deciding.length) return [];
  // A missing peak has no value that could have been different.
  if (numeric.some(({ firstValue, secondValue }) => firstValue === null || secondValue === null)) return [];
  const compared = numeric
    .map((expression) => {
      const [firstValue, secondValue] = [expression.firstValue ?? 0, expression.secondValue ?? 0];
      const larger = Math.max(firstValue, secondValue);
      const part = larger === 0 ? 0 : Math.abs(firstValue - secondValue) / larger;
      const words = () => {
        const [first, second] = figureTexts(firstValue, secondValue);
        const figures = typeof expression.firstOperand === 'string' ? 'the heights ' : '';
        return (
          `Row ${rule + 1}, ${expressionText(expression)}: ${figures}${first} and ${second} ` +
          `differ by ${(part * 100).toFixed(0)} %; the other way round the row would ${holds ? 'not hold' : 'hold'}`
        );
      };
      return { distance: part / STEP.partOfLimit, words, zones: null, flag: null };
    })
    .sort((a, b) => a.distance - b.distance);
  return compared.length === 0 ? [] : [(holds ? compared[0] : compared.at(-1)) ?? []].flat();
}
