import type { Peak } from '@curvewell/domain';

import type { DrawnPhase, DrawnWell } from '../../interpretation/chart/chart-wells.ts';
import type { ExportRow } from '../export-rows.ts';
import { contentBox, heading, MARGIN, MM } from './pdf-layout.ts';
import { resultLook } from './pdf-results.ts';
import { artifact, leaf, type Part } from './pdf-tags.ts';
import { INK, INK_SOFT, write, type Pdf } from './pdf-text.ts';

const COLUMNS = 3;
const ROWS = 6;
const CELL = { width: 58 * MM, height: 38 * MM };
const PLOT = { left: 2 * MM, top: 6 * MM, right: 2 * MM, bottom: 5 * MM };

/** The curve of each well and channel: slope over temperature with zones, threshold and peaks. */
export function drawCurves(part: Part, wells: readonly DrawnWell[], rows: readonly ExportRow[]): void {
  const { pdf } = part;
  const rowOf = new Map(rows.map((row) => [row.wellId, row]));
  let top = 0;
  for (const [index, well] of wells.entries()) {
    const place = index % (COLUMNS * ROWS);
    if (place === 0) top = beginPage(part, { isFirst: index === 0 });
    const row = rowOf.get(well.wellId);
    if (row === undefined) continue;
    const gap = (contentBox(pdf).width - COLUMNS * CELL.width) / (COLUMNS - 1);
    const x = MARGIN + (place % COLUMNS) * (CELL.width + gap);
    const y = top + Math.floor(place / COLUMNS) * CELL.height;
    const alt = `Curve of ${row.position}, ${row.channel}${row.name === null ? '' : `, ${row.name}`}: ${row.result}. ${row.description.sentence}.`;
    leaf(part, 'Figure', () => drawCell(pdf, well, { x, y, name: row.name }), {
      alt,
      bbox: [x, y, x + CELL.width, y + CELL.height],
    });
  }
}

/** Returns the top of the cells. The heading appears once in the structure. */
function beginPage(part: Part, { isFirst }: { readonly isFirst: boolean }): number {
  const { pdf } = part;
  pdf.addPage();
  const { top } = contentBox(pdf);
  if (isFirst) return heading(part, 'Curves', { y: top });
  artifact(pdf, () => write(pdf, 'Curves, continued', { x: MARGIN, y: top, size: 12, weight: 600 }));
  return top + 18;
}

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly name: string | null;
}

function drawCell(pdf: Pdf, well: DrawnWell, { x, y, name }: Cell): void {
  const { code, label, curve } = resultLook(well);
  const title = `${well.position} ${well.channel}${name === null ? '' : `  ${name}`}  ${code} ${label}`;
  write(pdf, title, { x, y: y + 2, size: 6.5, weight: 600, width: CELL.width - 4, oneLine: true });
  // ANNEAL first, as on the screen.
  const phases = well.data.toSorted((a, b) => a.type.localeCompare(b.type));
  const [shown] = phases;
  if (shown === undefined) return;
  const box = {
    left: x + PLOT.left,
    right: x + CELL.width - PLOT.right,
    top: y + PLOT.top,
    bottom: y + CELL.height - PLOT.bottom,
  };
  const threshold = well.constantPhaseInfos.find(({ type }) => type === shown.type)?.threshold ?? 0;
  const scale = scaleOf(phases, { box, threshold });
  drawZones(pdf, well, { shown, scale, box });
  for (const [index, phase] of phases.entries())
    drawLine(pdf, phase, { scale, color: curve, isFirst: index === 0 });
  drawAxis(pdf, phases, { scale, box });
  for (const peak of shown.peaks) drawPeak(pdf, peak, { scale, box });
}

function drawAxis(
  pdf: Pdf,
  phases: readonly DrawnPhase[],
  { scale, box }: { readonly scale: Scale; readonly box: Box },
): void {
  pdf.moveTo(box.left, box.bottom).lineTo(box.right, box.bottom).lineWidth(0.4).stroke(INK_SOFT);
  const under = { x: box.left, y: box.bottom + 1, size: 6.5, width: box.right - box.left, color: INK_SOFT };
  write(pdf, `${scale.from.toFixed(0)} °C`, under);
  write(pdf, `${scale.to.toFixed(0)} °C`, { ...under, align: 'right' });
  const legend = phases.map(({ type }, index) => `${index === 0 ? '—' : '- -'} ${type.toLowerCase()}`);
  write(pdf, legend.join('  '), { ...under, align: 'center' });
}

/** A triangle above a peak; hollow and without temperature when the peak does not count. */
function drawPeak(
  pdf: Pdf,
  { tm, height, accepted }: Peak,
  { scale, box }: { readonly scale: Scale; readonly box: Box },
): void {
  const x = scale.x(tm);
  if (x < box.left || x > box.right) return;
  const y = Math.min(box.bottom, Math.max(box.top, scale.y(height)));
  pdf.polygon([x - 1.6, y - 4], [x + 1.6, y - 4], [x, y - 1]);
  if (!accepted) {
    pdf.lineWidth(0.4).stroke(INK_SOFT);
    return;
  }
  pdf.fill(INK);
  write(pdf, tm.toFixed(2), {
    x: x - 15,
    y: Math.max(box.top + 8, y - 12),
    size: 6.5,
    width: 30,
    align: 'center',
  });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Scale {
  readonly from: number;
  readonly to: number;
  readonly x: (temperature: number) => number;
  readonly y: (slope: number) => number;
}

/** Space above the highest point or the threshold for the peak's temperature. */
const HEADROOM = 1.5;

function scaleOf(
  phases: readonly DrawnPhase[],
  { box, threshold }: { readonly box: Box; readonly threshold: number },
): Scale {
  let [from, to, lowest, most] = [Infinity, -Infinity, 0, -Infinity];
  for (const { curve } of phases) {
    for (const x of curve.temperature) {
      from = Math.min(from, x);
      to = Math.max(to, x);
    }
    for (const y of curve.value) {
      lowest = Math.min(lowest, y);
      most = Math.max(most, y);
    }
  }
  const highest = Math.max(most, threshold, lowest + 1e-9) * HEADROOM;
  return {
    from,
    to,
    x: (temperature) => box.left + ((temperature - from) / (to - from)) * (box.right - box.left),
    y: (slope) => box.bottom - ((slope - lowest) / (highest - lowest)) * (box.bottom - box.top),
  };
}

function drawZones(
  pdf: Pdf,
  well: DrawnWell,
  { shown, scale, box }: { readonly shown: DrawnPhase; readonly scale: Scale; readonly box: Box },
): void {
  const settings = well.constantPhaseInfos.find(({ type }) => type === shown.type);
  if (settings === undefined) return;
  for (const { name, minTemp, maxTemp } of settings.constantZoneInfos) {
    const left = scale.x(Math.max(minTemp, scale.from));
    const right = scale.x(Math.min(maxTemp, scale.to));
    if (right <= left) continue;
    pdf.rect(left, box.top, right - left, box.bottom - box.top).fill('#eef1f5');
    write(pdf, name, {
      x: left,
      y: box.top,
      size: 6.5,
      width: right - left,
      align: 'center',
      color: INK_SOFT,
    });
  }
  const threshold = scale.y(settings.threshold);
  if (threshold > box.top) {
    pdf
      .moveTo(box.left, threshold)
      .lineTo(box.right, threshold)
      .dash(2, { space: 2 })
      .lineWidth(0.4)
      .stroke('#b3261e')
      .undash();
  }
}

/** Scale in hundredths of a point: integers are faster to write and compress better. */
const FINER = 100;

function drawLine(
  pdf: Pdf,
  { curve: { temperature, value } }: DrawnPhase,
  { scale, color, isFirst }: { readonly scale: Scale; readonly color: string; readonly isFirst: boolean },
): void {
  if (temperature.length === 0) return;
  let points = '';
  for (let index = 0; index < temperature.length; index++) {
    const x = Math.round(scale.x(temperature[index] ?? 0) * FINER);
    points += `${index < 2 ? '' : ' l '}${x} ${Math.round(scale.y(value[index] ?? 0) * FINER)}${index === 0 ? ' m ' : ''}`;
  }
  pdf.save().scale(1 / FINER);
  if (!isFirst) pdf.dash(1.5 * FINER, { space: 1.5 * FINER });
  // Written as one text with an operator for each point; separate calls take three times as long.
  pdf.addContent(`${points} l`);
  pdf
    .lineWidth((isFirst ? 0.8 : 0.5) * FINER)
    .stroke(color)
    .restore();
}
