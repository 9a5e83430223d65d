import { at } from '../at.ts';
import type { ClusterFit } from './cluster-fit.ts';
import { COLUMN, columns } from '../fit-kernel/layout.ts';
import type { FitWindow } from './fit-window.ts';
import { PER_TRANSITION } from '../fit-kernel/layout.ts';

/** Coefficients of a quadratic, and its normal equations with the right-hand side as fourth column. */
const TERMS = 3;
const WIDTH = TERMS + 1;
const rows = new Float64Array(TERMS * WIDTH);

/** Residual sum of squares of the best quadratic background alone, RFU². */
function backgroundResidual({ length, fluorescence }: FitWindow): number {
  const ground = at(fluorescence, 0);
  let residual = 0;
  rows.fill(0);
  for (let i = 0; i < length; i++) {
    const value = at(fluorescence, i) - ground;
    residual += value * value;
    for (let r = 0; r < TERMS; r++) {
      const power = at(columns, r * COLUMN + i);
      for (let c = 0; c < TERMS; c++)
        rows[WIDTH * r + c] = at(rows, WIDTH * r + c) + power * at(columns, c * COLUMN + i);
      rows[WIDTH * r + TERMS] = at(rows, WIDTH * r + TERMS) + power * value;
    }
  }
  for (let c = 0; c < TERMS; c++) {
    const pivot = at(rows, WIDTH * c + c);
    residual -= at(rows, WIDTH * c + TERMS) ** 2 / pivot;
    for (let r = c + 1; r < TERMS; r++) {
      const factor = at(rows, WIDTH * r + c) / pivot;
      for (let j = c; j < WIDTH; j++)
        rows[WIDTH * r + j] = at(rows, WIDTH * r + j) - factor * at(rows, WIDTH * c + j);
    }
  }
  return residual;
}

/**
 * How much better a transition explains its readings than a background does, in standard errors. This
 * identifies a melt whose plateau was never read: its amplitude is poorly determined, however certain the
 * melt.
 */
export function evidenceOf({ window, residual, expectedVariance }: ClusterFit): number {
  const remaining = Math.max(1, residual / expectedVariance / window.length);
  const gain = (backgroundResidual(window) - residual) / (expectedVariance * remaining);
  return Math.sqrt(Math.max(0, gain - PER_TRANSITION));
}
