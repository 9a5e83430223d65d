import type { Page } from 'playwright/test';

import { cutCells } from './cut-cells.ts';
import { hiddenChoices } from './hidden-choices.ts';
import { smallTargets } from './small-targets.ts';

/**
 * Targets that may be smaller than 24 px, by exceptions of WCAG 2.2, 2.5.8. `smallTargets` computes the exceptions for
 * spacing and for links within a sentence.
 */
const SMALL_TARGETS = {
  '[role=gridcell]': 'equivalent: the arrow keys and the tables of wells reach every well',
  'tr input[type=radio]': 'equivalent: a click anywhere in the row chooses it',
  '[role=slider]': 'equivalent: the fields beside the chart set the same value',
} as const;

/** Words of states, which are never cut. */
const STATES = [
  ...['active', 'inactive', 'invited', 'disabled', 'locked', 'on hold', 'in control', 'Trial'],
  ...['Approved', 'Rejected', 'Wait for approval', 'Run to interpret', 'Validated', 'Not validated'],
  ...['failed', 'running', 'waiting', 'done'],
];

/** The floors of the design that the shown page violates, as “floor: where”. They hold in every state. */
export async function floorViolations(page: Page): Promise<string[]> {
  return [
    ...(await page.evaluate(headingsAndWidth)),
    ...(await page.evaluate(smallTexts)),
    ...(await page.evaluate(smallTargets, Object.keys(SMALL_TARGETS).join(', '))),
    ...(await page.evaluate(cutCells, STATES.join('|'))),
    ...(await page.evaluate(movingParts)),
  ];
}

/** Chosen items that forced colours show like the others of their group. */
export async function forcedColourViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const hidden = await page.evaluate(hiddenChoices);
  await page.emulateMedia({ forcedColors: 'none' });
  return hidden;
}

// The functions below run in the page and can use nothing from outside.

/** One `h1`, and no page wider than its window. */
function headingsAndWidth(): string[] {
  const headings = document.querySelectorAll('h1').length;
  const { scrollWidth, clientWidth } = document.documentElement;
  return [
    ...(headings === 1 ? [] : [`h1: there are ${headings}`]),
    ...(scrollWidth <= clientWidth ? [] : [`sideways: ${scrollWidth} px in ${clientWidth} px`]),
  ];
}

/** Text below 11 px, also in drawings. */
function smallTexts(): string[] {
  const MIN_PX = 11;
  const ROUNDING_PX = 0.05;
  const found = new Set<string>();
  for (const element of document.body.querySelectorAll('*')) {
    const isText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
    );
    if (!isText || element.closest('script, style, noscript') !== null) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
    const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
    // Also of a rotated text.
    const scale = matrix === null ? 1 : Math.hypot(matrix.a, matrix.b);
    // `fontSize` is that before CSS zoom.
    const size = Number.parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom * scale;
    // A text of 0 px is not painted: the shared part of a file name stays there for copying.
    if (size > 0 && size < MIN_PX - ROUNDING_PX)
      found.add(
        `text: ${size.toFixed(1)} px, ${element.tagName} “${element.textContent.trim().slice(0, 40)}”`,
      );
  }
  return [...found];
}

/** Animations that run although the system asks for less motion. A short one only fades. */
function movingParts(): string[] {
  const SHORT_MS = 400;
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return [];
  return document.getAnimations().flatMap((animation) => {
    const effect = animation.effect as KeyframeEffect | null; // the pages have no others
    const { duration, iterations } = effect?.getComputedTiming() ?? {};
    const isLong = iterations === Infinity || (typeof duration === 'number' && duration > SHORT_MS);
    return animation.playState === 'running' && isLong ? [`motion: ${effect?.target?.className ?? ''}`] : [];
  });
}
