import { diagnosticLook, type Scheme } from '../../colour/diagnostic-palette.ts';
import styles from './colour-picker.module.css';

const GROUNDS = { light: '#ffffff', dark: '#14171c' } as const;
const SCHEMES = ['light', 'dark'] as const satisfies readonly Scheme[];

interface DiagnosticPreviewProps {
  readonly diagnostic: string;
  readonly color: string;
  /** The kit's own letters; if omitted, those of the catalogue. */
  readonly letters?: string | undefined;
}

/** A result as a well, and as a curve on the light and the dark background. */
export function DiagnosticPreview({ diagnostic, color, letters }: DiagnosticPreviewProps) {
  const well = diagnosticLook({ diagnostic, color, letters }, 'light');
  return (
    <span className={styles['look']} aria-hidden>
      <svg width="22" height="22" viewBox="-1 -1 26 26">
        <circle cx="12" cy="12" r="11.5" fill={well.fill ?? 'none'} stroke={well.edge} />
        <text
          x="12"
          y="16.5"
          textAnchor="middle"
          // 11 px on the screen; three letters are narrowed to fit.
          fontSize={13}
          {...(well.code.length > 2 && { textLength: 20, lengthAdjust: 'spacingAndGlyphs' as const })}
          fontWeight="600"
          fill={well.text}
        >
          {well.code}
        </text>
      </svg>
      {SCHEMES.map((scheme) => (
        <svg key={scheme} width="40" height="20">
          <rect x=".5" y=".5" width="39" height="19" fill={GROUNDS[scheme]} stroke="var(--line)" />
          <path
            d="M2 16C12 16 13 4 20 4S28 16 38 16"
            fill="none"
            stroke={diagnosticLook({ diagnostic, color }, scheme).curve}
            strokeWidth="2"
          />
        </svg>
      ))}
    </span>
  );
}
