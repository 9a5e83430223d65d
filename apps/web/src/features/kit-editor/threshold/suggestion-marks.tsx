import type { ThresholdSuggestion } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import chart from '../../chart/chart.module.css';
import type { ChartScale } from '../../chart/chart-scale.ts';

const words = text.kits.threshold;
/** Height of a label, px. */
const LINE = 13;

interface SuggestionMarksProps {
  readonly suggestion: ThresholdSuggestion;
  readonly scale: ChartScale;
}

/** The highest curve without product, the lowest true peak, the gap between them and the suggested threshold. */
export function SuggestionMarks({ suggestion, scale }: SuggestionMarksProps) {
  const { noise, peak, value } = suggestion;
  const { plotWidth, plotHeight, toY } = scale;
  const at = (height: number): number => Math.min(plotHeight, Math.max(0, toY(height)));
  const lines = [
    ...(peak === null ? [] : [{ key: 'peak', y: at(peak.height), label: words.lowestPeak(peak) }]),
    ...(value === null ? [] : [{ key: 'value', y: at(value), label: words.mark(value) }]),
    ...(noise === null ? [] : [{ key: 'noise', y: at(noise.height), label: words.highestEmpty(noise) }]),
  ];
  // The labels stand together at the right end, above the highest line if there is room, since lines may be close.
  const top = Math.min(...lines.map(({ y }) => y));
  const wanted = top >= lines.length * LINE + 4 ? top - 4 - (lines.length - 1) * LINE : top + LINE;
  // Not over the axis of a low chart.
  const first = Math.max(LINE, Math.min(wanted, plotHeight - 4 - (lines.length - 1) * LINE));
  return (
    <g fontSize={11}>
      {value !== null && noise !== null && peak !== null && (
        <rect
          width={plotWidth}
          y={at(peak.height)}
          height={Math.max(0, at(noise.height) - at(peak.height))}
          fill="var(--success-soft)"
          opacity={0.4}
        />
      )}
      {lines.map(({ key, y, label }, index) => (
        <g key={key}>
          <line
            x2={plotWidth}
            y1={y}
            y2={y}
            {...(key === 'value'
              ? { stroke: 'var(--accent)', strokeWidth: 2 }
              : { stroke: 'var(--ink2)', strokeWidth: 1 })}
          />
          <text
            x={plotWidth - 6}
            y={first + index * LINE}
            textAnchor="end"
            fill={key === 'value' ? 'var(--accent)' : 'var(--ink)'}
            className={chart['halo']}
          >
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}
