import { hitText, type PhaseType } from '@curvewell/domain';
import { useComputedColorScheme } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

import { text } from '../../../locale/text.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from '../kit-editor.module.css';
import { useLook } from './diagnostic-select.tsx';

const SIZE = { width: 38, height: 28 } as const;
/** More than this are one blot. */
const MOST_CURVES = 26;

/** Some real curves of the wells that show a combination, a picture for each phase. */
export function CombinationCurves({ label }: { readonly label: string }) {
  const { draft, judged } = useKitEditing();
  if (judged === null) return <span />;
  const positions = judged.wells
    .filter((well) => hitText(well) === label)
    .slice(0, MOST_CURVES)
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
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');
  const lookOf = useLook();
  const rule = draft.combinations.get(label);
  const tone = lookOf(rule?.cases[0]?.diagnosticId ?? rule?.otherwise ?? null).curve;
  const ofPhase = curves?.get(phase);
  const key = positions.join();
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context || !ofPhase) return;
    const ratio = window.devicePixelRatio;
    canvas.current.width = SIZE.width * ratio;
    canvas.current.height = SIZE.height * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { x, y } = ofPhase.domain;
    context.strokeStyle = tone;
    context.lineWidth = 1;
    for (const position of key.split(',')) {
      const points = ofPhase.lines.get(position)?.points ?? [];
      context.beginPath();
      for (const [index, point] of points.entries()) {
        const px = ((point.x - x[0]) / (x[1] - x[0])) * SIZE.width;
        const py = SIZE.height - 2 - ((point.y - y[0]) / (y[1] - y[0])) * (SIZE.height - 4);
        if (index === 0) context.moveTo(px, py);
        else context.lineTo(px, py);
      }
      context.stroke();
    }
  }, [ofPhase, key, tone, scheme]);
  return <canvas ref={canvas} style={{ width: SIZE.width, height: SIZE.height }} />;
}
