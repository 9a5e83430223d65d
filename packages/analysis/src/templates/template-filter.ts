import type { CallExplanation, CallFlag, Peak, PhaseType, UsedTemplate } from '@curvewell/domain';

import type { CurveSlope } from '../curve/curve-slope.ts';
import type { DetectedPhase } from '../phase-analyse.ts';
import { TEMPLATE } from '../plate-settings.ts';
import { highestOf, slopeAt, slopeErrorAt, targetCurve, type TargetCurve } from './target-curve.ts';
import { drawnShape } from './template-shape.ts';
import { isTaughtTo, taughtWithout, type Template, templatePart } from './template.ts';

/** A counted product and the template of its target. */
interface Explaining {
  readonly template: Template;
  readonly curve: TargetCurve;
}

/** The maximum slope that the counted products explain at a place, RFU/°C; null: no template applies. */
function explainedAt(
  products: readonly Explaining[],
  { curve, place, except }: { readonly curve: CurveSlope; readonly place: number; readonly except: number },
): { readonly limit: number; readonly background: number } | null {
  let explained = 0;
  let variance = slopeErrorAt(curve, place) ** 2;
  let background: number | null = null;
  for (const { template, curve: product } of products) {
    const part = templatePart(template, { distance: place - product.tm, except });
    if (part === null) continue;
    background ??= product.background;
    explained += part.middle * product.height;
    variance += (TEMPLATE.spreads * part.spread * product.height) ** 2;
  }
  if (background === null) return null;
  return { background, limit: explained + Math.sqrt(variance) };
}

/** The templates of a plate, as used for one of its wells. */
export interface WellTemplates {
  readonly learnt: readonly Template[];
  /** The index of the well in its assay, to exclude it from its own template. */
  readonly place: number;
}

/** The limits for the comparison of a peak. */
interface Within {
  readonly measured: number;
  readonly limit: number;
}

/** The counted peaks that templates of higher ones explain. */
function explainedPeaks(
  peaks: readonly Peak[],
  { curve, learnt, place }: WellTemplates & { readonly curve: CurveSlope },
): ReadonlyMap<Peak, Within> {
  const products: Explaining[] = [];
  const within = new Map<Peak, Within>();
  const counted = peaks.filter(({ accepted }) => accepted).sort((a, b) => b.height - a.height);
  for (const peak of counted) {
    const explained = explainedAt(products, { curve, place: peak.tm, except: place });
    const slope = slopeAt(curve, peak.tm);
    if (explained !== null && slope !== null && slope - explained.background <= explained.limit) {
      within.set(peak, { measured: slope - explained.background, limit: explained.limit });
      continue;
    }
    const template = learnt.find(({ zone }) => zone === peak.zone);
    const own = targetCurve(curve, peak);
    if (template !== undefined && own !== null) products.push({ template, curve: own });
  }
  return within;
}

/** A phase of a well, and its templates. */
export interface PhaseTemplates {
  readonly phase: DetectedPhase;
  readonly type: PhaseType;
  readonly templates: WellTemplates;
}

/** The peaks of a phase; those that templates of higher peaks explain do not count. */
export function withTemplates(
  peaks: readonly Peak[],
  { phase: { detected }, type, templates }: PhaseTemplates,
): Peak[] {
  if (detected === null) return [...peaks];
  const learnt = templates.learnt.filter(({ phase }) => phase === type);
  const within = explainedPeaks(peaks, { curve: detected, learnt, place: templates.place });
  return peaks.map((peak) => {
    const figures = within.get(peak);
    if (figures === undefined) return peak;
    const { measured, limit } = figures;
    return { ...peak, accepted: false, reason: 'within-template', measured, limit };
  });
}

type ExplainedPhase = CallExplanation['phases'][number];

/** Flags for peaks that templates explain. */
export const templateFlags = (phases: readonly ExplainedPhase[]): CallFlag[] =>
  phases.flatMap(({ type: phase, peaks }) =>
    peaks
      .filter(({ reason }) => reason === 'within-template')
      .map(({ tm: temperature, measured, limit, zone }) => ({
        code: 'within-template',
        phase,
        zone,
        temperature,
        measured,
        limit,
      })),
  );

/** The templates of the counted products in a phase of a well, on the scale of its curve. */
export const templatesUsed = (
  peaks: readonly Peak[],
  { phase: { detected }, type, templates: { learnt, place } }: PhaseTemplates,
): UsedTemplate[] =>
  learnt
    .filter(({ phase }) => phase === type)
    .flatMap((template) => {
      const { phase, zone, taught } = template;
      const product = highestOf(peaks.filter((peak) => peak.accepted && peak.zone === zone));
      const own = product && detected && targetCurve(detected, product);
      if (own === null) return [];
      const { tm, background, height } = own;
      const wells = taughtWithout(template, place).length;
      const scale = { phase, zone, wells, teaches: taught.has(place), tm, background, height };
      return [{ ...scale, ...shapeFor(template, place) }];
    });

/** The displayed shape of a template, and its source. */
function shapeFor(template: Template, place: number): Pick<UsedTemplate, 'shape' | 'kept'> {
  if (isTaughtTo(template, place)) return { shape: template.shape };
  if (template.kept === null) return { shape: null };
  const { wells, runs, sha256, shape } = template.kept;
  return { shape: drawnShape(shape), kept: { wells, runs, sha256 } };
}
