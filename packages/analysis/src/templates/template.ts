import type { KeptTemplate, PhaseType, TemplateShape } from '@curvewell/domain';

import { itemAt } from '../at.ts';
import { TEMPLATE } from '../plate-settings.ts';
import { partAt, partErrorAt, type TargetCurve } from './target-curve.ts';

/** What the whole melt of one target looks like, as the wells of a plate teach it. */
export interface Template {
  readonly phase: PhaseType;
  /** The target's. */
  readonly zone: string;
  /** The curves of the wells that teach it, by their place in the assay. */
  readonly taught: ReadonlyMap<number, TargetCurve>;
  /** As it is drawn; null: too few wells teach it. */
  readonly shape: TemplateShape | null;
  /** What the kit version keeps of the target; null: nothing, or it does not ask for it. */
  readonly kept: KeptTemplate | null;
}

/** What a template says about one place. */
export interface TemplatePart {
  /** How steep the target is there, as a part of its slope at Tm: the median of the wells. */
  readonly middle: number;
  /** How much wells differ there. */
  readonly spread: number;
}

/** The middle of some values; of an even number, halfway between the two in the middle. */
export function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted.length >> 1;
  const high = itemAt(sorted, upper);
  return sorted.length % 2 === 1 ? high : 0.5 * (itemAt(sorted, upper - 1) + high);
}

/** What some curves of one target show at a distance from Tm; null: too few were read there. Noise is no difference. */
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
  // Of few wells the spread is little known, and so is the middle.
  const unsure = 1 + TEMPLATE.unsure / read.length;
  return { middle, spread: Math.max(TEMPLATE.leastSpread, between) * unsure };
}

/** The wells that teach a template without one that is looked at: none teaches of itself. */
export const taughtWithout = ({ taught }: Pick<Template, 'taught'>, except: number): TargetCurve[] =>
  [...taught].flatMap(([place, curve]) => (place === except ? [] : [curve]));

/** What is kept of a target's melt at a distance from Tm, between two places in proportion; null: nothing. */
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

/** Whether the other wells of the plate teach a template; where they do not, the kept one counts. */
export const isTaughtTo = (template: Pick<Template, 'taught'>, except: number): boolean =>
  taughtWithout(template, except).length >= TEMPLATE.fewest;

/** The part of a target's template that a well uses, at a distance from its Tm; null: none. */
export const templatePart = (
  template: Template,
  { distance, except }: { readonly distance: number; readonly except: number },
): TemplatePart | null =>
  template.kept === null || isTaughtTo(template, except)
    ? partOf(taughtWithout(template, except), distance)
    : keptPart(template.kept, distance);
