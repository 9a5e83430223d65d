import { TEMPLATE_SPREADS, type KeptTemplate } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import styles from './checks.module.css';

const [WIDTH, HEIGHT] = [132, 56];
/** Plotted range on each side of Tm, °C. */
const REACH = 8;
/** Plotted range of the y axis, as fractions of the slope at Tm. */
const [LOWEST, HIGHEST] = [-0.15, 1.15];

const words = text.kits.checks.templates;

/** A learnt template: its centre, and the band within which a second peak does not count. */
export function TemplatePicture({ template }: { readonly template: KeptTemplate }) {
  const { zone, phase, wells, shape } = template;
  const points = shape.middle
    .map((middle, index) => ({
      distance: shape.from + index * shape.step,
      middle,
      band: TEMPLATE_SPREADS * (shape.spread[index] ?? 0),
    }))
    .filter(({ distance }) => Math.abs(distance) <= REACH);
  const x = (distance: number): string => (((distance + REACH) / (2 * REACH)) * WIDTH).toFixed(1);
  const y = (part: number): string =>
    (((HIGHEST - Math.min(HIGHEST, Math.max(LOWEST, part))) / (HIGHEST - LOWEST)) * HEIGHT).toFixed(1);
  const line = (of: (point: (typeof points)[number]) => number): string[] =>
    points.map((point) => `${x(point.distance)},${y(of(point))}`);
  const upper = line(({ middle, band }) => middle + band);
  const lower = line(({ middle, band }) => middle - band);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={words.picture(zone, phase, wells)}
      className={styles['template-picture']}
    >
      <path d={`M0,${y(0)}H${WIDTH}`} className={styles['template-zero']} />
      <path d={`M${[...upper, ...lower.toReversed()].join('L')}Z`} className={styles['template-band']} />
      <path d={`M${line(({ middle }) => middle).join('L')}`} className={styles['template-middle']} />
    </svg>
  );
}
