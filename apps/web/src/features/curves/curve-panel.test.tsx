import type { ConstantPhaseInfo, UsedTemplate } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { cleanup, act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import { observable } from '../../shared/hooks/observable.ts';
import { CurveChart, type CurveChartProps } from './curve-chart.tsx';
import type { ChartOf } from './curve-figure.tsx';
import { drawnGroups } from './curve-groups.ts';
import { CurvePanel, type CurvePanelProps } from './curve-panel.tsx';
import type { Curve } from './curve-series.ts';
import { NO_ZOOM, NO_ZOOMS, type Zoom } from './zoom.ts';

const curve = (position: string, diagnostic = 'HETEROZYGOUS'): Curve => ({
  position,
  name: 'S-1',
  look: diagnosticLook({ diagnostic }, 'light'),
  isMarked: false,
  points: [
    { x: 48, y: 0 },
    { x: 55.219, y: 1 },
    { x: 60, y: 0 },
  ],
  peaks: [
    {
      tm: 55.219,
      tmError: null,
      height: 1,
      width: 2,
      area: 2,
      significance: 20,
      quality: 0.9,
      zone: 'A',
      accepted: true,
      reason: null,
      measured: null,
      limit: null,
    },
    {
      tm: 57,
      tmError: null,
      height: 0.21,
      width: 2,
      area: 2,
      significance: 20,
      quality: 0.9,
      zone: null,
      accepted: false,
      reason: 'height-below-threshold',
      measured: 0.21,
      limit: 0.35,
    },
  ],
});

const chartOf = (curves: readonly Curve[], changes: Partial<ChartOf> = {}): ChartOf => ({
  phase: 'ANNEAL',
  kind: 'slope',
  curves,
  drawGroups: () => drawnGroups(curves),
  behind: [],
  references: [],
  info: null,
  templates: [],
  domain: { x: [48, 60], y: [0, 1] },
  ...changes,
});

function renderPanel(changes: Partial<CurvePanelProps> = {}, hovered: string | null = null) {
  const asked: string[] = [];
  const cross = observable<number | null>(null);
  render(
    <MantineProvider>
      <CurvePanel
        height={332}
        phases={{
          all: ['ANNEAL', 'MELT'],
          shown: 'ANNEAL',
          withData: ['MELT'],
          onShow: (phase) => asked.push(phase),
        }}
        mode="slope"
        onMode={(mode) => asked.push(mode)}
        channel="FAM"
        charts={[chartOf([curve('H14')])]}
        groups={[]}
        hidden={new Set()}
        onHide={() => undefined}
        onLarge={() => asked.push('large')}
        compare={null}
        compared={null}
        pointed={{
          position: hovered,
          onPoint: (position) => asked.push(String(position)),
          onPick: (position) => asked.push(`pick ${position}`),
        }}
        zooms={NO_ZOOMS}
        onZooms={(change) => asked.push(JSON.stringify(change(NO_ZOOMS)))}
        cross={cross}
        {...changes}
      />
    </MantineProvider>,
  );
  return { asked, cross };
}

test('REVIEW-38 CONST-14 one phase is selected, ANNEAL first', () => {
  const { asked } = renderPanel();
  const phases = screen.getAllByRole('radio');
  expect(phases.map((phase) => phase.getAttribute('value'))).toEqual(['ANNEAL', 'MELT']);
  fireEvent.click(phases[1]!);
  expect(asked).toEqual(['MELT']);
});

test('REVIEW-43 CONST-16 the hidden table lists each peak to 2 decimals, and why one did not count', () => {
  renderPanel();
  expect(screen.getByRole('figure', { name: 'Curves of 1 well, ANNEAL, FAM' })).toBeTruthy();
  expect(screen.getByText('55.22 °C')).toBeTruthy();
  expect(screen.getByText('height 0.21 below threshold 0.35')).toBeTruthy();
});

test('REVIEW-46 without curves the panel says so and offers the other phase', () => {
  const { asked } = renderPanel({ charts: [] });
  expect(screen.getByText('No ANNEAL data for the selected wells.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show MELT' }));
  expect(asked).toEqual(['MELT']);
});

test('full stop and comma move between curves, Enter selects one', () => {
  const { asked } = renderPanel({ charts: [chartOf([curve('A1'), curve('A2')])] }, 'A1');
  const figure = screen.getByRole('figure');
  fireEvent.keyDown(figure, { key: '.' });
  fireEvent.keyDown(figure, { key: 'Enter' });
  expect(asked).toEqual(['A2', 'pick A1']);
});

function renderChart(curves: readonly Curve[], changes: Partial<CurveChartProps> = {}) {
  return render(
    <MantineProvider>
      <CurveChart
        size={{ width: 512, height: 292 }}
        curves={curves}
        groups={drawnGroups(curves)}
        behind={[]}
        phase={null}
        domain={{ x: [48, 60], y: [0, 1] }}
        zoom={NO_ZOOM}
        cross={observable<number | null>(null)}
        hovered={null}
        onZoom={() => undefined}
        onHover={() => undefined}
        onPick={() => undefined}
        {...changes}
      />
    </MantineProvider>,
  );
}

test('control curves are drawn behind those of the wells, and on the same zones', () => {
  const { container } = renderChart([curve('H14')], { behind: [curve('A12')] });
  const layers = [...container.querySelectorAll('.recharts-surface, [data-curves="1"], [data-curve]')];
  expect(layers.map(({ tagName }) => tagName)).toEqual(['svg', 'CANVAS', 'path']);
});

test('REVIEW-40 the title of the y axis is d/dt fluorescence', () => {
  renderChart([curve('H14')]);
  const label = screen.getByText('d/dt fluorescence');
  // Rotated along the axis.
  expect(label.closest('text')?.getAttribute('transform')).toMatch(/^rotate\(-90/);
});

test('REVIEW-351 a chart of fluorescence has the zones, but no threshold, labels or peaks', () => {
  const zone = { id: 'a', name: 'A', label: '', minTemp: 53, maxTemp: 58 };
  const phase: ConstantPhaseInfo = {
    id: 'p',
    type: 'MELT',
    threshold: 0.5,
    constantZoneInfos: [{ ...zone, minThreshold: 0.4, minQuality: null }],
  };
  const thresholds = (container: Element) =>
    [...container.querySelectorAll('.recharts-reference-line-line')].filter(
      (line) => line.getAttribute('stroke') === 'var(--danger)',
    ).length;
  const slope = renderChart([curve('H14')], { phase });
  expect(thresholds(slope.container)).toBe(2);
  expect(screen.getByText('55.22 °C')).toBeTruthy();
  slope.unmount();
  const { container } = renderChart([curve('H14')], { phase, kind: 'fluorescence' });
  expect(thresholds(container)).toBe(0);
  expect(container.querySelectorAll('.recharts-reference-area-rect')).toHaveLength(1);
  expect(screen.queryByText('55.22 °C')).toBeNull();
  expect(screen.getByText('Fluorescence (RFU)')).toBeTruthy();
});

test('REVIEW-351 a large chart has its phase as title, and temperatures only below the lowest', () => {
  const { container } = renderChart([curve('H14')], { large: { title: 'MELT', isLowest: false } });
  expect(screen.getByText('MELT')).toBeTruthy();
  expect(container.querySelectorAll('.recharts-xAxis-tick-labels text')).toHaveLength(0);
  expect(screen.queryByRole('slider')).toBeNull();
});

test('REVIEW-353 the cross-hair has a dot on each median, and the figures highest first', () => {
  const cross = observable<number | null>(null);
  const high = curve('A1');
  const low = { ...curve('A2', 'NEGATIVE'), points: high.points.map(({ x, y }) => ({ x, y: y / 2 })) };
  const { container } = renderChart([low, high], { cross });
  const figures = () =>
    container.querySelector('[data-cross]')?.closest('svg')?.querySelectorAll('circle').length;
  expect(figures()).toBeUndefined();
  act(() => {
    cross.set(55.219);
  });
  expect(figures()).toBe(2);
  expect(screen.getByText('55.2 °C').parentElement?.textContent).toBe('55.2 °CX1.00N0.50');
  // Outside the visible range there is none.
  act(() => {
    cross.set(70);
  });
  expect(figures()).toBeUndefined();
});

test('REVIEW-353 arrow keys move the cross-hair and say its figures', () => {
  const { cross } = renderPanel({ charts: [chartOf([curve('A1'), curve('A2')])] });
  const figure = screen.getByRole('figure');
  fireEvent.keyDown(figure, { key: 'ArrowRight' });
  fireEvent.keyDown(figure, { key: 'ArrowRight', shiftKey: true });
  expect(cross.get()).toBe(55);
  expect(within(figure).getByRole('status').textContent).toBe('55.0 °C. ANNEAL: X 0.97');
});

test('REVIEW-350 REVIEW-352 the large chart names all phases, and has buttons for the zoom', () => {
  const domain = { x: [48, 68], y: [0, 1] } as const;
  const charts = [chartOf([curve('A1')], { domain }), chartOf([curve('A1')], { domain, phase: 'MELT' })];
  const { asked } = renderPanel({ height: null, charts });
  expect(screen.getByRole('figure', { name: 'Curves of 1 well, ANNEAL and MELT, FAM' })).toBeTruthy();
  expect(screen.getByText('Drag or use the mouse wheel to zoom')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  fireEvent.click(screen.getByRole('button', { name: /^Large plate/ }));
  fireEvent.click(screen.getByRole('radio', { name: 'Both' }));
  expect(asked).toEqual([JSON.stringify({ x: [50, 66], y: {} }), 'large', 'both']);
});

test("TMC-09 shifted zones show the kit's edges dotted, and the size of the shift", () => {
  const zone = { id: 'a', name: 'A', label: '', minTemp: 53.61, maxTemp: 58.11 };
  const { container } = renderChart([curve('H14')], {
    phase: {
      id: 'p',
      type: 'MELT',
      threshold: 0.5,
      moved: 0.61,
      constantZoneInfos: [{ ...zone, minThreshold: null, minQuality: null }],
    },
  });
  expect(screen.getByText('zones +0.61 °C')).toBeTruthy();
  const lines = [...container.querySelectorAll('.recharts-reference-line-line')];
  const moved = lines.filter((line) => line.getAttribute('stroke') === 'var(--accent)');
  const ofKit = lines.filter((line) => line.getAttribute('stroke') === 'var(--control)');
  const xOf = (line: Element | undefined) => Number(line?.getAttribute('x1'));
  expect(moved).toHaveLength(2);
  expect(ofKit.map((line) => line.getAttribute('stroke-dasharray'))).toEqual(['2 3', '2 3']);
  expect(xOf(ofKit[0])).toBeLessThan(xOf(moved[0]));
});

const TEMPLATE: UsedTemplate = {
  phase: 'MELT',
  zone: 'A',
  wells: 12,
  teaches: false,
  tm: 55,
  background: 0.1,
  height: 0.8,
  shape: {
    from: -2,
    step: 1,
    middle: [0.2, 0.5, 1, 0.5, 0],
    spread: [0.1, 0.1, 0.1, 0.1, 0.1],
  },
};

test('TPL-10 a single curve has its template hatched, the template limit dashed, and a legend', () => {
  renderPanel({
    charts: [
      chartOf([curve('H14')], { templates: [TEMPLATE, { ...TEMPLATE, zone: 'B', wells: 3, shape: null }] }),
    ],
  });
  const legend = screen.getByRole('list', { name: 'Templates' });
  expect([...legend.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Template of A, learnt from 12 other wells',
    'highest peak that the template explains',
  ]);
});

test('TPL-10 a template has the scale of its curve', () => {
  const { container } = renderChart([curve('H14')], { templates: [TEMPLATE] });
  const [area, limit] = [...container.querySelectorAll('[data-template="A"] path')];
  // The plot is 430 × 206 px: 53 °C and 0.1 + 0.8 · 0.2 RFU/°C; its limit is three spreads higher.
  const start = (path: Element | undefined) => /^M([\d.]+),([\d.]+)/.exec(path?.getAttribute('d') ?? '');
  expect(Number(start(area)?.[1])).toBeCloseTo((5 / 12) * 430, 1);
  expect(Number(start(area)?.[2])).toBeCloseTo(206 * (1 - 0.26), 1);
  expect(Number(start(limit)?.[2])).toBeCloseTo(206 * (1 - 0.5), 1);
  expect(area?.getAttribute('fill')).toMatch(/^url\(#/);
});

test('TPL-10 several curves have no templates', () => {
  const { container } = renderChart([curve('H14'), curve('H15')], { templates: [TEMPLATE] });
  expect(container.querySelector('[data-template]')).toBeNull();
});

test('REVIEW-408 amplification is offered if the run contains it, and marked as not a quantification', () => {
  const phases = { all: ['MELT'], shown: 'MELT', withData: ['MELT'], onShow: () => undefined } as const;
  const offered = (hasAmplification: boolean): boolean => {
    renderPanel({ phases: { ...phases, hasAmplification }, height: null });
    const isOffered = screen.queryByRole('radio', { name: 'Amplification' }) !== null;
    cleanup();
    return isOffered;
  };
  expect([offered(false), offered(true)]).toEqual([false, true]);
  const charts = [chartOf([curve('H14')], { kind: 'amplification' })];
  renderPanel({
    phases: { ...phases, hasAmplification: true },
    mode: 'amplification',
    charts,
    message: 'Amplification as read from the file. This is not quantification.',
  });
  expect(screen.getByRole('figure', { name: 'Curves of 1 well, Amplification, FAM' })).toBeDefined();
  expect(screen.getByText(/not quantification/)).toBeDefined();
});

test('REVIEW-412 PageUp and PageDown move an end of the temperature range by 1 °C, not beyond the curves', () => {
  const zooms: Zoom[] = [];
  renderChart([curve('A1')], { onZoom: (zoom) => zooms.push(zoom) });
  const from = screen.getByRole('slider', { name: 'Temperature range, from' });
  fireEvent.keyDown(from, { key: 'PageUp' });
  expect(zooms.at(-1)).toMatchObject({ x: [49, 60] });
  fireEvent.keyDown(from, { key: 'PageDown' });
  expect(zooms.at(-1)).toMatchObject({ x: null });
  const to = screen.getByRole('slider', { name: 'Fluorescence range, to' });
  fireEvent.keyDown(to, { key: 'PageDown' });
  expect(zooms.at(-1)?.y?.map((value) => value.toFixed(2))).toEqual(['0.00', '0.90']);
});
