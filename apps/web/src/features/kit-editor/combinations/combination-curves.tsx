import { hitText, type PhaseType } from '@curvewell/domain';
import { useMemo } from 'react';

import { text } from '../../../locale/text.ts';
import { chartScale } from '../../chart/chart-scale.ts';
import { CurveCanvas } from '../../chart/curve-canvas.tsx';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './combinations.module.css';
import { useLook } from './diagnostic-select.tsx';

/** Inside the border, px. */
const SIZE = { width: 36, height: 26 } as const;
const MARGIN = { left: 0, top: 2, right: 0, bottom: 2 } as const;
/** More curves would not be distinguishable. */
const MAX_CURVES = 26;

/** Thumbnails of the curves of wells with a combination, one for each phase. */
export function CombinationCurves({ label }: { readonly label: string }) {
  const { draft, evaluated } = useKitEditing();
  if (evaluated === null) return <span />;
  const positions = evaluated.wells
    .filter((well) => hitText(well) === label)
    .slice(0, MAX_CURVES)
    .map(({ position }) => position);
  if (positions.length === 0) {
    return <span className={styles['no-curves']}>{text.kits.combinations.notInRun}</span>;
  }
  return (
    <span className={styles['thumbs']} aria-hidden>
      {draft.phases.map(({ phaseType }) => (
        <Thumb key={phaseType} label={label} positions={positions} phase={phaseType} />
      ))}
    </span>
  );
}

interface ThumbProps {
  readonly label: string;
  readonly positions: readonly string[];
  readonly phase: PhaseType;
}

function Thumb({ positions, phase, label }: ThumbProps) {
  const { curves, draft } = useKitEditing();
  const lookOf = useLook();
  const rule = draft.combinations.get(label);
  const color = lookOf(rule?.cases[0]?.diagnosticId ?? rule?.otherwise ?? null).curve;
  const ofPhase = curves?.get(phase);
  const key = positions.join();
  const scale = useMemo(
    () => ofPhase && chartScale(SIZE, { margin: MARGIN, shown: ofPhase.domain }),
    [ofPhase],
  );
  const strokes = useMemo(
    () =>
      key.split(',').flatMap((position) => {
        const points = ofPhase?.lines.get(position);
        return points ? [{ points, color, width: 1 }] : [];
      }),
    [ofPhase, key, color],
  );
  return <span>{scale && <CurveCanvas scale={scale} strokes={strokes} />}</span>;
}
