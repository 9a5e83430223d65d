import type { KeptTemplate, PhaseType, TemplateShape } from '@curvewell/domain';

import { itemAt } from '../at.ts';
import { TEMPLATE } from '../plate-settings.ts';
import { partAt, partErrorAt, type TargetCurve } from './target-curve.ts';

/** The complete melt of one target, as learnt from the wells of a plate. */
export interface Template {
  readonly phase: PhaseType;
  /** The zone of the target. */
  readonly zone: string;
  /** The curves that it is learnt from, by the index of their well in the assay. */
  readonly taught: ReadonlyMap<number, TargetCurve>;
  /** The drawn shape; null: too few wells. */
  readonly shape: TemplateShape | null;
  /** The kit version's stored template; null: none, or not used. */
  readonly kept: KeptTemplate | null;
}

/** A template at one distance from Tm. */
export interface TemplatePart {
  /** The slope of the target there, relative to that at Tm: the median of the wells. */
  readonly middle: number;
  /** The spread between wells. */
  readonly spread: number;
}

/** The median of some values. */
export function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted.length >> 1;
  const high = itemAt(sorted, upper);
  return sorted.length % 2 === 1 ? high : 0.5 * (itemAt(sorted, upper - 1) + high);
}

/**
 * The template of some curves at a distance from Tm; null: too few were read there. Noise does not count as
 * spread.
 */
export function partOf(taught: readonly TargetCurve[], distance: number): TemplatePart | null {
  const read = taught.flatMap((curve) => {
    const part = partAt(curve, distance);
    return part === null ? [] : [{ part, error: partErrorAt(curve, distance) }];
  });
  if (read.length < TEMPLATE.fewest) return null;
  const middle = middleOf(read.map(({ part }) => part));
  const deviation = TEMPLATE.perMedian * middleOf(read.map(({ part }) => Math.abs(part - middle)));
  const noise = middleOf(read.map(({ error }) => error));
  const between = Math.sqrt(Math.max(0, deviation * deviation - noise * noise));
  // With few wells, spread and median are uncertain.
  const unsure = 1 + TEMPLATE.unsure / read.length;
  return { middle, spread: Math.max(TEMPLATE.leastSpread, between) * unsure };
}

/** The wells of a template without the one being evaluated. */
export const taughtWithout = ({ taught }: Pick<Template, 'taught'>, except: number): TargetCurve[] =>
  [...taught].flatMap(([place, curve]) => (place === except ? [] : [curve]));

/** The interpolated value of a stored template at a distance from Tm; null: outside. */
function keptPart(
  { shape: { from, step, middle, spread } }: KeptTemplate,
  distance: number,
): TemplatePart | null {
  const place = (distance - from) / step;
  const before = Math.floor(place);
  const after = Math.ceil(place);
  if (before < 0 || after >= middle.length) return null;
  const between = (values: readonly number[]): number =>
    itemAt(values, before) + (place - before) * (itemAt(values, after) - itemAt(values, before));
  return { middle: between(middle), spread: between(spread) };
}

/** Whether enough other wells of the plate have the target; if not, the stored template is used. */
export const isTaughtTo = (template: Pick<Template, 'taught'>, except: number): boolean =>
  taughtWithout(template, except).length >= TEMPLATE.fewest;

/** The template value for a well at a distance from Tm; null: none. */
export const templatePart = (
  template: Template,
  { distance, except }: { readonly distance: number; readonly except: number },
): TemplatePart | null =>
  template.kept === null || isTaughtTo(template, except)
    ? partOf(taughtWithout(template, except), distance)
    : keptPart(template.kept, distance);
