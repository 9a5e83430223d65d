import type { InspectedCurves, InspectedRun } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format.ts';
import { rangeOf, temperaturesOf } from './import-report.ts';
import styles from './run-import.module.css';

/** What a run holds, in a line and in pictures: all curves of each dye. */
export function CurvePreview({ run }: { readonly run: InspectedRun }) {
  const { format, container, wellCount, runDate, instrument, curves } = run;
  const facts = [
    `${text.runFileFormats[format]}, ${container}`,
    ...(instrument === null || text.runFileFormats[format].includes(instrument) ? [] : [instrument]),
    text.importReport.wells(wellCount),
    runDate === null || Number.isNaN(Date.parse(runDate)) ? text.runImport.noDate : formatDateTime(runDate),
  ];
  return (
    <section className={styles['preview']} aria-label={text.runImport.preview}>
      <p className={styles['facts']}>{facts.join(' · ')}</p>
      <ul className={styles['curves']}>
        {curves.map((group) => (
          <li key={`${group.quantity} ${group.dye}`}>
            <Curves {...group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const HEIGHT = 1000;

function Curves({ dye, quantity, wellCount, pointCount, temperature, lines }: InspectedCurves) {
  const words = text.runImport.curves({
    name: quantity === 'derivative' ? `${dye}, ${text.importReport.derivative}` : dye,
    wells: text.importReport.wells(wellCount),
    readings: rangeOf(pointCount),
    temperature: temperaturesOf(temperature),
  });
  return (
    <figure className={styles['figure']}>
      <svg
        viewBox={`0 -20 ${HEIGHT} ${HEIGHT + 40}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        <path d={lines.map(pathOf).join('')} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}

/** `M0 1000L25 980…`, upwards on the page what is more. */
function pathOf(line: readonly number[]): string {
  let path = '';
  for (let index = 0; index + 1 < line.length; index += 2) {
    path += `${index === 0 ? 'M' : 'L'}${line[index] ?? 0} ${HEIGHT - (line[index + 1] ?? 0)}`;
  }
  return path;
}
