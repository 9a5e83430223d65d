import type { UsedTemplate } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { CurveChart } from './curve-chart.tsx';
import { CurvePanel, type CurvePanelProps } from './curve-panel.tsx';
import type { Curve } from './curve-series.ts';
import { NO_ZOOM } from './zoom-sliders.tsx';

const curve = (position: string): Curve => ({
  position,
  name: 'S-1',
  code: 'X',
  diagnostic: 'Heterozygous',
  tone: '#bb8e00',
  isCalled: true,
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

function renderPanel(changes: Partial<CurvePanelProps> = {}, hovered: string | null = null) {
  const asked: string[] = [];
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
        channel="FAM"
        curves={[curve('H14')]}
        behind={{ curves: [], areShown: false, onShow: () => undefined }}
        info={null}
        pointed={{
          position: hovered,
          onPoint: (position) => asked.push(String(position)),
          onPick: (position) => asked.push(`pick ${position}`),
        }}
        zooms={{}}
        onZooms={() => undefined}
        {...changes}
      />
    </MantineProvider>,
  );
  return asked;
}

test('REVIEW-38 CONST-14 one phase is selected, ANNEAL first', () => {
  const asked = renderPanel();
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
  const asked = renderPanel({ curves: [] });
  expect(screen.getByText('No ANNEAL data for the selected wells.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show MELT' }));
  expect(asked).toEqual(['MELT']);
});

test('full stop and comma move between curves, Enter selects one', () => {
  const asked = renderPanel({ curves: [curve('A1'), curve('A2')] }, 'A1');
  const figure = screen.getByRole('figure');
  fireEvent.keyDown(figure, { key: '.' });
  fireEvent.keyDown(figure, { key: 'Enter' });
  expect(asked).toEqual(['A2', 'pick A1']);
});

test('control curves are drawn behind those of the wells, and on the same zones', () => {
  const { container } = render(
    <MantineProvider>
      <CurveChart
        size={{ width: 512, height: 292 }}
        curves={[curve('H14')]}
        behind={[curve('A12')]}
        phase={null}
        domain={{ x: [48, 60], y: [0, 1] }}
        zoom={NO_ZOOM}
        onZoom={() => undefined}
        hovered={null}
        onHover={() => undefined}
        onPick={() => undefined}
      />
    </MantineProvider>,
  );
  const layers = [...container.querySelectorAll('.recharts-surface, [data-curves="1"], [data-curve]')];
  expect(layers.map(({ tagName }) => tagName)).toEqual(['svg', 'CANVAS', 'path']);
});

test('REVIEW-40 the title of the y axis is d/dt fluorescence', () => {
  render(
    <MantineProvider>
      <CurveChart
        {...{ size: { width: 512, height: 292 }, curves: [curve('H14')], behind: [], phase: null }}
        {...{ domain: { x: [48, 60], y: [0, 1] }, zoom: NO_ZOOM, hovered: null }}
        {...{ onZoom: () => undefined, onHover: () => undefined, onPick: () => undefined }}
      />
    </MantineProvider>,
  );
  const label = screen.getByText('d/dt fluorescence');
  // Rotated along the axis.
  expect(label.closest('text')?.getAttribute('transform')).toMatch(/^rotate\(-90/);
});

test("TMC-09 shifted zones show the kit's edges dotted, and the size of the shift", () => {
  const zone = { id: 'a', name: 'A', label: '', minTemp: 53.61, maxTemp: 58.11 };
  const { container } = render(
    <MantineProvider>
      <CurveChart
        {...{ size: { width: 512, height: 292 }, curves: [curve('H14')], behind: [] }}
        phase={{
          ...{ id: 'p', type: 'MELT', threshold: 0.5, moved: 0.61 },
          constantZoneInfos: [{ ...zone, minThreshold: null, minQuality: null }],
        }}
        {...{ domain: { x: [48, 60], y: [0, 1] }, zoom: NO_ZOOM, hovered: null }}
        {...{ onZoom: () => undefined, onHover: () => undefined, onPick: () => undefined }}
      />
    </MantineProvider>,
  );
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
  ...{ phase: 'MELT', zone: 'A', wells: 12, teaches: false, tm: 55, background: 0.1, height: 0.8 },
  shape: {
    ...{ from: -2, step: 1 },
    middle: [0.2, 0.5, 1, 0.5, 0],
    spread: [0.1, 0.1, 0.1, 0.1, 0.1],
  },
};

test('TPL-10 a single curve has its template hatched, the template limit dashed, and a legend', () => {
  renderPanel({
    curves: [curve('H14')],
    templates: [TEMPLATE, { ...TEMPLATE, zone: 'B', wells: 3, shape: null }],
  });
  const legend = screen.getByRole('list', { name: 'Templates' });
  expect([...legend.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Template of A, learnt from 12 other wells',
    'highest peak that the template explains',
  ]);
});

test('TPL-10 a template has the scale of its curve', () => {
  const { container } = render(
    <MantineProvider>
      <CurveChart
        {...{ size: { width: 512, height: 292 }, curves: [curve('H14')], behind: [], phase: null }}
        {...{ domain: { x: [48, 60], y: [0, 1] }, zoom: NO_ZOOM, hovered: null, templates: [TEMPLATE] }}
        {...{ onZoom: () => undefined, onHover: () => undefined, onPick: () => undefined }}
      />
    </MantineProvider>,
  );
  const [area, limit] = [...container.querySelectorAll('[data-template="A"] path')];
  // The plot is 430 × 206 px: 53 °C and 0.1 + 0.8 · 0.2 RFU/°C; its limit is three spreads higher.
  const start = (path: Element | undefined) => /^M([\d.]+),([\d.]+)/.exec(path?.getAttribute('d') ?? '');
  expect(Number(start(area)?.[1])).toBeCloseTo((5 / 12) * 430, 1);
  expect(Number(start(area)?.[2])).toBeCloseTo(206 * (1 - 0.26), 1);
  expect(Number(start(limit)?.[2])).toBeCloseTo(206 * (1 - 0.5), 1);
  expect(area?.getAttribute('fill')).toMatch(/^url\(#/);
});

test('TPL-10 several curves have no templates', () => {
  const { container } = render(
    <MantineProvider>
      <CurveChart
        {...{
          size: { width: 512, height: 292 },
          curves: [curve('H14'), curve('H15')],
          behind: [],
          phase: null,
        }}
        {...{ domain: { x: [48, 60], y: [0, 1] }, zoom: NO_ZOOM, hovered: null, templates: [TEMPLATE] }}
        {...{ onZoom: () => undefined, onHover: () => undefined, onPick: () => undefined }}
      />
    </MantineProvider>,
  );
  expect(container.querySelector('[data-template]')).toBeNull();
});
