import { isSample, type SampleType } from '@curvewell/domain';

/** Outlines in a 24 × 24 box. Triangle up: positive; down: negative; diamond: standard. */
const OUTLINES: Readonly<Record<SampleType, string>> = {
  BLOOD: 'M12 .5a11.5 11.5 0 1 1 0 23a11.5 11.5 0 1 1 0-23z',
  DNA: 'M5.500.5h13a5 5 0 0 1 5 5v13a5 5 0 0 1-5 5h-13a5 5 0 0 1-5-5v-13a5 5 0 0 1 5-5z',
  NEGATIVE_TEST: 'M2 1h20a1.500 1.500 0 0 1 1.500 1.500V12L12 24.600.5 12V2.500A1.500 1.500 0 0 1 2 1z',
  POSITIVE_TEST: 'M2 23h20a1.500 1.500 0 0 0 1.500-1.500V12L12-.6.5 12v9.500A1.500 1.500 0 0 0 2 23z',
  STANDARD: 'M12-1.500 25.500 12 12 25.500-1.500 12z',
};

/** Patient samples are outlines and controls are solid until a result fills them. */
interface SampleShapeProps {
  readonly type: SampleType;
  /** px. */
  readonly size: number;
  /** Colours of a result; by default the text colour. */
  readonly result?: { readonly fill: string | null; readonly edge: string };
  readonly className?: string | undefined;
}

/** The shape of a sample type. Always used beside its name or inside a labelled cell. */
export function SampleShape({ type, size, result, className }: SampleShapeProps) {
  const dashed = result !== undefined && result.fill === null;
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox={result ? '0 0 24 24' : '-2 -2 28 28'}
      aria-hidden="true"
      overflow="visible"
    >
      <path
        d={OUTLINES[type]}
        fill={result ? (result.fill ?? 'var(--surface)') : isSample(type) ? 'none' : 'currentColor'}
        stroke={result ? result.edge : 'currentColor'}
        strokeWidth={result ? (dashed ? 36 : 24) / size : 3}
        strokeDasharray={dashed ? '3 2.5' : undefined}
      />
    </svg>
  );
}
