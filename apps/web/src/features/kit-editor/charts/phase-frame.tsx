import { memo } from 'react';
import { ReferenceArea } from 'recharts';

import { text } from '../../../locale/text.ts';
import { ChartFrame } from '../../chart/chart-frame.tsx';
import type { ChartScale } from '../../chart/chart-scale.ts';
import { fluorescenceTicks, temperatureTicks } from '../../chart/ticks.ts';
import { MovedGround, ZoneAreas } from '../../chart/zone-marks.tsx';
import { overlaps } from '../draft/draft-issues.ts';
import type { ZoneDraft } from '../draft/kit-draft.ts';

interface PhaseFrameProps {
  readonly scale: ChartScale;
  readonly zones: readonly ZoneDraft[];
  readonly saved: readonly ZoneDraft[] | undefined;
  readonly hasTemperatures: boolean;
}

/** The layer behind the curves: axes, zones, unsaved moves and overlaps of zones. */
export const PhaseFrame = memo(function PhaseFrame({
  scale,
  zones,
  saved,
  hasTemperatures,
}: PhaseFrameProps) {
  const { x, y } = scale.shown;
  return (
    <ChartFrame
      scale={scale}
      x={hasTemperatures ? { ticks: temperatureTicks(x), format: text.kits.charts.tick } : null}
      y={{ ticks: fluorescenceTicks(y) }}
    >
      <defs>
        <pattern
          id="kit-overlap"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="2" height="6" fill="var(--danger)" opacity={0.7} />
        </pattern>
      </defs>
      <ZoneAreas zones={zones} />
      {movedEdges(zones, saved).map(({ key, ...edge }) => (
        <MovedGround key={key} {...edge} />
      ))}
      {overlaps(zones).map(({ index, from, to }) => (
        <ReferenceArea
          key={index}
          x1={from}
          // At least 2 px wide, so that touching zones are visible.
          x2={Math.max(to, from + scale.fromX(2) - scale.fromX(0))}
          fill="url(#kit-overlap)"
          fillOpacity={1}
          ifOverflow="hidden"
        />
      ))}
    </ChartFrame>
  );
});

function movedEdges(zones: readonly ZoneDraft[], saved: readonly ZoneDraft[] | undefined) {
  return zones.flatMap((zone) =>
    (['minTemp', 'maxTemp'] as const).flatMap((edge) => {
      const now = zone[edge];
      const before = saved?.find(({ name }) => name === zone.name)?.[edge] ?? null;
      if (now === null || before === null || now === before) return [];
      return [{ key: `${zone.name} ${edge}`, now, before }];
    }),
  );
}
