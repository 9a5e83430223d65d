import { type BuiltInDiagnostic, DIAGNOSTIC_CATALOGUE } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import styles from './first-steps.module.css';

/** The letters of the wells, row by row. */
const ROWS = [
  'WXXXWWXWWXXX',
  'WXXWWWWWXWWM',
  'WXWXWWWWWXWW',
  'XXXXXXXMXWWM',
  'WXWWXXXWWWWW',
  'MWWXMXXWMWXO',
  'WWXXXWXXMWWO',
  'XWWWXWWXXWWO',
] as const;
const DIAGNOSTICS: Readonly<Record<string, BuiltInDiagnostic>> = {
  W: 'HOMOZYGOUS_WILD_TYPE',
  X: 'HETEROZYGOUS',
  M: 'HOMOZYGOUS_MUTATED',
  O: 'TEST_OK',
};
const PITCH = { x: 26, y: 22 } as const;

/** An example of a plate with its results. */
export function LeadPlate() {
  return (
    <svg
      viewBox="0 0 346 202"
      role="img"
      aria-label={text.firstSteps.leads.picture}
      className={styles['plate']}
    >
      {ROWS.map((row, y) => (
        <text key={row} x={8} y={30 + y * PITCH.y}>
          {'ABCDEFGH'.charAt(y)}
        </text>
      ))}
      {Array.from({ length: 12 }, (_, x) => (
        <text key={x} x={34 + x * PITCH.x} y={10} textAnchor="middle">
          {x + 1}
        </text>
      ))}
      {ROWS.flatMap((row, y) =>
        Array.from(row, (letter, x) => (
          <Well
            key={`${x} ${y}`}
            name={DIAGNOSTICS[letter] ?? 'NEGATIVE'}
            x={34 + x * PITCH.x}
            y={26 + y * PITCH.y}
          />
        )),
      )}
    </svg>
  );
}

function Well({ name, x, y }: { readonly name: BuiltInDiagnostic; readonly x: number; readonly y: number }) {
  const isControl = name === 'TEST_OK';
  const { fill, letters } = DIAGNOSTIC_CATALOGUE[name];
  return (
    <g transform={`translate(${x} ${y})`}>
      {isControl ? <path d="M-11-8.5h22v10L0 11-11 1.5z" fill={fill} /> : <circle r={8.5} fill={fill} />}
      <text y={4} textAnchor="middle" className={styles['code']} data-light={isControl || undefined}>
        {letters}
      </text>
    </g>
  );
}
