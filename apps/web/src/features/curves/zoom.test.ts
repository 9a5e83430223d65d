import { expect, test } from 'vitest';

import { chartKey, crossKey, heightKey } from './chart-keys.ts';
import { isZoomed, NO_ZOOM, NO_ZOOMS, turnedZoom, wheelFactor, withZoom, zoomOf } from './zoom.ts';

const domain = { x: [48, 68], y: [0, 100] } as const;

test('REVIEW-352 the temperatures are shared by all charts, heights are not', () => {
  const zooms = withZoom(NO_ZOOMS, 'ANNEAL slope', { x: [50, 60], y: [10, 40] });
  expect(zoomOf(zooms, 'MELT slope')).toEqual({ x: [50, 60], y: null });
  expect(zoomOf(zooms, 'ANNEAL slope')).toEqual({ x: [50, 60], y: [10, 40] });
  expect(withZoom(zooms, 'ANNEAL slope', NO_ZOOM)).toEqual(NO_ZOOMS);
  expect([isZoomed(zooms), isZoomed(NO_ZOOMS)]).toEqual([true, false]);
});

test('REVIEW-352 the wheel zooms about the pointer: the temperature, with Shift the height', () => {
  const at = { x: 50, y: 20 };
  expect(turnedZoom(NO_ZOOM, { domain, at, factor: 0.5, axis: 'x' })).toEqual({ x: [49, 59], y: null });
  expect(turnedZoom(NO_ZOOM, { domain, at, factor: 0.5, axis: 'y' })).toEqual({ x: null, y: [10, 60] });
  expect(turnedZoom({ x: [49, 59], y: null }, { domain, at, factor: 4, axis: 'x' }).x).toBeNull();
  // The smallest range is 2 °C.
  expect(turnedZoom({ x: [49, 51], y: null }, { domain, at, factor: 0.1, axis: 'x' }).x).toEqual([49, 51]);
  expect(wheelFactor(-100)).toBeLessThan(1);
  expect(wheelFactor(-100) * wheelFactor(100)).toBeCloseTo(1);
  expect(wheelFactor(300)).toBeCloseTo(Math.E ** 0.6);
  expect(wheelFactor(5000)).toBe(wheelFactor(300));
});

test('REVIEW-352 plus, minus and 0 zoom all charts', () => {
  const state = { curves: [], hovered: null, zooms: NO_ZOOMS, whole: [48, 68] } as const;
  expect(chartKey('+', state)).toEqual({ zooms: { x: [50, 66], y: {} } });
  const zooms = { x: [50, 66], y: { 'MELT slope': [0, 10] } } as const;
  expect(chartKey('-', { ...state, zooms })).toEqual({ zooms: { x: null, y: zooms.y } });
  expect(chartKey('0', { ...state, zooms })).toEqual({ zooms: NO_ZOOMS });
  expect(chartKey('x', state)).toBeNull();
  // From a zoom of another phase, which shows nothing of this one.
  const elsewhere = { x: [75, 95], y: {} } as const;
  expect(chartKey('+', { ...state, zooms: elsewhere })).toEqual({ zooms: { x: [50, 66], y: {} } });
});

test('REVIEW-353 arrow keys move the cross-hair by 0.1 °C, with Shift by 1 °C, within the view', () => {
  const shown = [50, 60] as const;
  const pressed = (key: string, cross: number | null, shiftKey = false) =>
    crossKey({ key, shiftKey }, { cross, shown });
  expect(pressed('ArrowRight', null)).toBe(55);
  expect(pressed('ArrowRight', 55)).toBe(55.1);
  expect(pressed('ArrowLeft', 55.1, true)).toBe(54.1);
  expect(pressed('ArrowLeft', 50)).toBe(50);
  // Out of view after a zoom.
  expect(pressed('ArrowLeft', 65)).toBe(55);
  expect(pressed('ArrowUp', 55)).toBeNull();
});

test('the height of each chart is zoomed from its lower end', () => {
  const charts = [
    { id: 'ANNEAL slope', domain },
    { id: 'MELT slope', domain: { ...domain, y: [-10, 10] } },
  ] as const;
  const nearer = heightKey('ArrowUp', { zooms: NO_ZOOMS, charts });
  expect(nearer).toEqual({ x: null, y: { 'ANNEAL slope': [0, 80], 'MELT slope': [-10, 6] } });
  expect(heightKey('ArrowDown', { zooms: nearer ?? NO_ZOOMS, charts })).toEqual(NO_ZOOMS);
  expect(heightKey('ArrowLeft', { zooms: NO_ZOOMS, charts })).toBeNull();
});

test('REVIEW-352 a zoom of temperatures or of one height is a zoom', () => {
  expect(isZoomed({ x: [50, 60], y: {} })).toBe(true);
  expect(isZoomed({ x: null, y: { 'MELT slope': [0, 10] } })).toBe(true);
});

test('REVIEW-352 the smallest range of heights is a hundredth of the whole one', () => {
  const tall = { x: [48, 68], y: [900, 1000] } as const;
  const turned = (factor: number) =>
    turnedZoom(NO_ZOOM, { domain: tall, at: { x: 50, y: 900 }, factor, axis: 'y' }).y;
  expect(turned(0.01)).toEqual([900, 901]);
  expect(turned(0.001)).toEqual([900, 901]);
});
