import { westgardRuleSchema } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import type { ChartScale } from '../../chart/chart-scale.ts';
import chart from '../../chart/chart.module.css';
import { PlotLayer } from '../../chart/plot-layer.tsx';
import type { ChartLayout, ChartPoint, ChartSeries } from './chart-layout.ts';
import { type ChartMeasure, ruleTone, valueText } from '../control-words.ts';
import { PointShape } from './point-shape.tsx';
import { RulePath } from './rule-mark.tsx';

const words = text.controls;
/** Most severe rule first. */
const RANK = westgardRuleSchema.options;

interface MarksProps {
  readonly series: ChartSeries;
  readonly measure: ChartMeasure;
  readonly layout: ChartLayout;
  readonly scale: ChartScale;
  readonly focusedId: string | null;
}

/** The marks on the chart: lots, points with the most severe rule they break, and the selected point. */
export function ChartMarks({ series, measure, layout, scale, focusedId }: MarksProps) {
  const { points, lots } = series;
  const analysers = [...new Set(points.map(({ analyserId }) => analyserId))];
  const at = (index: number) => scale.toX(layout.runs[index] ?? 0);
  const written = writtenPoints(points, at);
  const focused = points.findIndex(({ readingId }) => readingId === focusedId);
  return (
    <PlotLayer scale={scale}>
      <Lots lots={lots} points={points} at={at} scale={scale} />
      {bracketsOf(series, at).map((bracket) => (
        <Bracket key={bracket.from} {...bracket} y={scale.plotHeight - 9} />
      ))}
      {points.map((point, index) =>
        point.value === null ? null : (
          <g key={point.readingId} transform={`translate(${at(index)} ${scale.toY(point.value)})`}>
            <Mark point={point} shape={analysers.indexOf(point.analyserId)} />
            {index !== focused && written.has(index) && <RuleWord point={point} />}
          </g>
        ),
      )}
      {points[focused] && <Focus point={points[focused]} measure={measure} x={at(focused)} scale={scale} />}
    </PlotLayer>
  );
}

/** The most severe broken rule of a point. 10x is drawn as a bracket instead. */
const markedRule = ({ rules, isExcluded }: ChartPoint) =>
  isExcluded || rules[0] === '10x' ? undefined : rules[0];

function Mark({ point, shape }: { readonly point: ChartPoint; readonly shape: number }) {
  const rule = markedRule(point);
  return rule === undefined ? (
    <PointShape shape={shape} isExcluded={point.isExcluded} />
  ) : (
    <RulePath rule={rule} />
  );
}

/** Width of a rule's label, px. */
const WORD_WIDTH = 30;

/** The points whose rule is labelled: most severe first, omitting labels that would overlap. */
function writtenPoints(points: readonly ChartPoint[], at: (index: number) => number): ReadonlySet<number> {
  const marked = points.flatMap((point, index) => (markedRule(point) === undefined ? [] : [index]));
  const rank = (index: number) => RANK.indexOf(points[index]?.rules[0] ?? '1-2s');
  const written: number[] = [];
  for (const index of marked.toSorted((a, b) => rank(a) - rank(b) || b - a))
    if (written.every((other) => Math.abs(at(other) - at(index)) >= WORD_WIDTH)) written.push(index);
  return new Set(written);
}

function RuleWord({ point }: { readonly point: ChartPoint }) {
  const rule = markedRule(point);
  if (rule === undefined) return null;
  return (
    <text
      y={(point.distance ?? 0) > 0 ? -11 : 19}
      className={chart['halo']}
      textAnchor="middle"
      fontWeight={600}
      fill={`var(--${ruleTone(rule)})`}
    >
      {rule}
    </text>
  );
}

interface LotsProps extends Pick<ChartSeries, 'lots' | 'points'> {
  readonly at: (index: number) => number;
  readonly scale: ChartScale;
}

/** The start of each lot, its name, and its mean over its points. */
function Lots({ lots, points, at, scale }: LotsProps) {
  return lots.map(({ lotId, name, mean }, order) => {
    const first = points.findIndex((point) => point.lotId === lotId);
    const last = points.findLastIndex((point) => point.lotId === lotId);
    const edge = order === 0 ? 0 : (at(first) + at(Math.max(0, first - 1))) / 2;
    return (
      <g key={lotId}>
        {order > 0 && (
          <line
            x1={edge}
            x2={edge}
            y1={10 - scale.margin.top}
            y2={scale.plotHeight}
            stroke="var(--control)"
            strokeWidth={1.2}
          />
        )}
        <text
          x={edge + 4}
          y={-14}
          className={`mono ${chart['halo'] ?? ''}`}
          fontWeight={600}
          fill="var(--ink)"
        >
          {name}
        </text>
        {mean !== null && (
          <line
            x1={at(first)}
            x2={at(last)}
            y1={scale.toY(mean)}
            y2={scale.toY(mean)}
            stroke="var(--accent)"
            strokeWidth={2}
            opacity={0.8}
          />
        )}
      </g>
    );
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
  /** The rule and the first run that broke it, or only the rule if the text would not fit. */
  readonly label: string;
}

/** Width of “10x since run 1273”, px. */
const LABEL_WIDTH = 104;

function bracketsOf({ points, oneSided }: ChartSeries, at: (index: number) => number): Span[] {
  const spans = oneSided.map(({ first, last }) => ({ first, from: at(first) - 4, to: at(last) + 4 }));
  const middles = spans.map(({ from, to }) => (from + to) / 2);
  return spans.map(({ first, ...ends }, place) => {
    const middle = middles[place] ?? 0;
    const isClose = middles.some((other, index) => index !== place && Math.abs(other - middle) < LABEL_WIDTH);
    return { ...ends, label: isClose ? '10x' : words.tenSince(points[first]?.businessId ?? 0) };
  });
}

interface BracketProps extends Span {
  readonly y: number;
}

function Bracket({ from, to, y, label }: BracketProps) {
  return (
    <g>
      <path d={`M${from} ${y - 6}v6H${to}v-6`} fill="none" stroke="var(--warning)" strokeWidth={1.8} />
      <text
        className={chart['halo']}
        x={(from + to) / 2}
        y={y - 10}
        textAnchor="middle"
        fontWeight={600}
        fill="var(--warning)"
      >
        {label}
      </text>
    </g>
  );
}

/** Average width of a character in the label beside a point, px. */
const TAG_LETTER = 6.6;

interface FocusProps extends Pick<MarksProps, 'measure' | 'scale'> {
  readonly point: ChartPoint;
  readonly x: number;
}

function Focus({ point, measure, x, scale }: FocusProps) {
  if (point.value === null) return null;
  const y = scale.toY(point.value);
  const label = words.at(point.businessId, valueText(point.value, measure));
  const space = label.length * TAG_LETTER + 12;
  const left = x > scale.plotWidth / 2 ? x - 16 - space : x + 16;
  return (
    <g>
      <circle cx={x} cy={y} r={11} fill="none" stroke="var(--ink)" strokeWidth={2} />
      <rect x={left} y={y - 10} width={space} height={20} rx={4} fill="var(--surface)" stroke="var(--line)" />
      <text
        x={left + space / 2}
        y={y + 4}
        textAnchor="middle"
        fontWeight={600}
        fontSize={12}
        fill="var(--ink)"
      >
        {label}
      </text>
    </g>
  );
}
