import type { TemplateShape } from '@curvewell/domain';

import { TEMPLATE } from '../plate-settings.ts';
import type { TargetCurve } from './target-curve.ts';
import { partOf, type TemplatePart } from './template.ts';

/** Resolution: thousandths of the slope at Tm. */
const FINENESS = 1000;

/**
 * A template at even distances from Tm, as far as enough wells were read; null: too few wells.
 *
 * @param reach - maximum distance from Tm, °C
 */
export function templateShape(
  taught: readonly TargetCurve[],
  reach: number = TEMPLATE.reach,
): TemplateShape | null {
  const side = (direction: 1 | -1): TemplatePart[] => {
    const parts: TemplatePart[] = [];
    for (let k = direction === 1 ? 0 : 1; k * TEMPLATE.step <= reach; k++) {
      const part = partOf(taught, direction * k * TEMPLATE.step);
      if (part === null) break;
      parts.push(part);
    }
    return parts;
  };
  const above = side(1);
  if (above.length === 0) return null;
  const below = side(-1);
  const parts = [...below.toReversed(), ...above];
  const column = (key: keyof TemplatePart): number[] =>
    parts.map((part) => Math.round(part[key] * FINENESS) / FINENESS);
  return {
    from: -below.length * TEMPLATE.step,
    step: TEMPLATE.step,
    middle: column('middle'),
    spread: column('spread'),
  };
}

/** The part of a stored template that is drawn. */
export function drawnShape({ from, step, middle, spread }: TemplateShape): TemplateShape {
  const first = Math.max(0, Math.round((-TEMPLATE.reach - from) / step));
  const end = Math.round((TEMPLATE.reach - from) / step) + 1;
  return {
    from: from + first * step,
    step,
    middle: middle.slice(first, end),
    spread: spread.slice(first, end),
  };
}
