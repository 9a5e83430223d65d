import { templatePoints, type UsedTemplate } from '@curvewell/domain';
import { useId } from 'react';

import { text } from '../../locale/text.ts';
import type { ChartScale } from '../chart/chart-scale.ts';
import { curvePath } from '../chart/smooth-path.ts';
import classes from './curve-chart.module.css';

const words = text.curves.template;

interface TemplatesProps {
  readonly templates: readonly UsedTemplate[];
}

/** Hatching keeps it recognisable without colour. */
function Hatch({ id }: { readonly id: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" className={classes['template-ground']} />
      <line x1="0" y1="0" x2="0" y2="6" className={classes['template-hatch']} />
    </pattern>
  );
}

/** The template of each product (hatched) and its limit (dashed). */
export function TemplateAreas({ templates, scale }: TemplatesProps & { readonly scale: ChartScale }) {
  const id = useId();
  return (
    <>
      <defs>
        <Hatch id={id} />
      </defs>
      {templates.map((template) => {
        const points = templatePoints(template);
        const [first, last] = [points[0], points.at(-1)];
        if (first === undefined || last === undefined) return null;
        const lineOf = (key: 'explained' | 'limit'): string =>
          curvePath(points.map((point) => ({ x: scale.toX(point.temperature), y: scale.toY(point[key]) })));
        const bottom = scale.toY(template.background);
        const area = `${lineOf('explained')}L${scale.toX(last.temperature)},${bottom}L${scale.toX(first.temperature)},${bottom}Z`;
        return (
          <g key={template.zone} data-template={template.zone}>
            <path d={area} fill={`url(#${id})`} />
            <path d={lineOf('limit')} className={classes['template-limit']} />
          </g>
        );
      })}
    </>
  );
}

/** Explains hatching and dashes, and from how many wells each template was learnt. */
export function TemplateLegend({ templates }: TemplatesProps) {
  const id = useId();
  const drawn = templates.filter(({ shape }) => shape !== null);
  if (drawn.length === 0) return null;
  return (
    <ul className={classes['template-legend']} aria-label={words.legend}>
      {drawn.map(({ zone, wells, kept }) => (
        <li key={zone}>
          <svg width="22" height="12" aria-hidden="true">
            <defs>
              <Hatch id={id + zone} />
            </defs>
            <rect width="22" height="12" fill={`url(#${id}${zone})`} />
          </svg>
          {kept === undefined ? words.explained(zone, wells) : words.keptWith(zone, kept.wells)}
        </li>
      ))}
      <li>
        <svg width="22" height="12" aria-hidden="true">
          <path d="M0 6h22" className={classes['template-limit']} />
        </svg>
        {words.limit}
      </li>
    </ul>
  );
}
