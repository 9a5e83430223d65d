import type { ThresholdSuggestion } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import chart from '../../chart/chart.module.css';
import type { ChartScale } from '../../chart/chart-scale.ts';

const words = text.kits.threshold;
/** Least distance of a text from the top and the bottom of the plot, px. */
const ROOM = 12;

interface SuggestionMarksProps {
  readonly suggestion: ThresholdSuggestion;
  readonly scale: ChartScale;
}

/** The highest curve without product, the lowest true peak, the gap between them and the suggested threshold. */
export function SuggestionMarks({ suggestion, scale }: SuggestionMarksProps) {
  const { noise, peak, value } = suggestion;
  const { plotWidth, plotHeight, toY } = scale;
  const at = (height: number): number => Math.min(plotHeight, Math.max(0, toY(height)));
  return (
    <g fontSize={11}>
      {value !== null && noise !== null && peak !== null && (
        <rect
          width={plotWidth}
          y={at(peak.height)}
          height={Math.max(0, at(noise.height) - at(peak.height))}
          fill="var(--success-soft)"
          opacity={0.7}
        />
      )}
      {[
        { found: noise, label: words.highestEmpty, below: 13 },
        { found: peak, label: words.lowestPeak, below: -4 },
      ].map(
        ({ found, label, below }) =>
          found !== null && (
            <g key={below}>
              <line
                x2={plotWidth}
                y1={at(found.height)}
                y2={at(found.height)}
                stroke="var(--ink2)"
                strokeWidth={1}
              />
              <text
                x={plotWidth / 2}
                y={Math.min(plotHeight - 3, Math.max(ROOM, at(found.height) + below))}
                textAnchor="middle"
                fill="var(--ink)"
                className={chart['halo']}
              >
                {label(found)}
              </text>
            </g>
          ),
      )}
      {value !== null && (
        <>
          <line x2={plotWidth} y1={at(value)} y2={at(value)} stroke="var(--accent)" strokeWidth={2} />
          <text
            x={plotWidth - 6}
            y={Math.max(ROOM, at(value) - 5)}
            textAnchor="end"
            fill="var(--accent)"
            className={chart['halo']}
          >
            {words.mark(value)}
          </text>
        </>
      )}
    </g>
  );
}
