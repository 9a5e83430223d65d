import { at } from '../at.ts';
import { STEP } from '../settings.ts';
import { type Fault, isRough, rangeOf, type Readings, roughnessOf } from './readings.ts';

/** Parameters of a local quadratic with a jump: 1, x, x², and 1 after the jump. */
const COUNT = 4;
const matrix = new Float64Array(COUNT * COUNT);
const factor = new Float64Array(COUNT * COUNT);
const solution = new Float64Array(COUNT);
const unit = new Float64Array(COUNT);

/** Cholesky factor of the normal matrix; false when it is singular. */
function factorise(): boolean {
  for (let i = 0; i < COUNT; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = at(matrix, i * COUNT + j);
      for (let k = 0; k < j; k++) sum -= at(factor, i * COUNT + k) * at(factor, j * COUNT + k);
      if (i !== j) factor[i * COUNT + j] = sum / at(factor, j * COUNT + j);
      else if (sum > 0) factor[i * COUNT + i] = Math.sqrt(sum);
      else return false;
    }
  }
  return true;
}

function solve(right: Float64Array): void {
  for (let i = 0; i < COUNT; i++) {
    let sum = at(right, i);
    for (let k = 0; k < i; k++) sum -= at(factor, i * COUNT + k) * at(right, k);
    right[i] = sum / at(factor, i * COUNT + i);
  }
  for (let i = COUNT - 1; i >= 0; i--) {
    let sum = at(right, i);
    for (let k = i + 1; k < COUNT; k++) sum -= at(factor, k * COUNT + i) * at(right, k);
    right[i] = sum / at(factor, i * COUNT + i);
  }
}

/** The normal equations of readings `from` to `to` (inclusive) around a jump after `k`. */
function equationsWrite({ temperature, value }: Readings, k: number, [from, to]: readonly [number, number]) {
  matrix.fill(0);
  solution.fill(0);
  for (let i = from; i <= to; i++) {
    const x = at(temperature, i) - at(temperature, k);
    const square = x * x;
    const f = at(value, i) - at(value, k);
    matrix[0] = at(matrix, 0) + 1;
    matrix[4] = at(matrix, 4) + x;
    matrix[5] = at(matrix, 5) + square;
    matrix[8] = at(matrix, 8) + square;
    matrix[9] = at(matrix, 9) + square * x;
    matrix[10] = at(matrix, 10) + square * square;
    solution[0] = at(solution, 0) + f;
    solution[1] = at(solution, 1) + x * f;
    solution[2] = at(solution, 2) + square * f;
    if (i <= k) continue;
    matrix[12] = at(matrix, 12) + 1;
    matrix[13] = at(matrix, 13) + x;
    matrix[14] = at(matrix, 14) + square;
    matrix[15] = at(matrix, 15) + 1;
    solution[3] = at(solution, 3) + f;
  }
}

/** The residual sum of squares of the same readings. */
function residualOf({ temperature, value }: Readings, k: number, [from, to]: readonly [number, number]) {
  let sum = 0;
  for (let i = from; i <= to; i++) {
    const x = at(temperature, i) - at(temperature, k);
    let residual = at(value, i) - at(value, k) - at(solution, 0) - at(solution, 1) * x;
    residual -= at(solution, 2) * (x * x);
    if (i > k) residual -= at(solution, 3);
    sum += residual * residual;
  }
  return sum;
}

interface Jump {
  readonly size: number;
  readonly errors: number;
}

interface JumpSearch {
  /** Readings on either side. */
  readonly half: number;
  /** Minimum significance in standard errors. */
  readonly errors: number;
  readonly sigma: number;
}

/**
 * The jump after reading `k`, from the readings on either side; null where it is not significant or does not
 * explain them.
 */
function jumpAt(readings: Readings, k: number, { half, errors: least, sigma }: JumpSearch): Jump | null {
  const { value } = readings;
  const from = k - half + 1;
  const to = k + half;
  if (from < 0 || to >= value.length) return null;
  equationsWrite(readings, k, [from, to]);
  if (!factorise()) return null;
  solve(solution);
  unit.fill(0);
  unit[COUNT - 1] = 1;
  solve(unit);
  const size = at(solution, COUNT - 1);
  const errors = Math.abs(size) / (sigma * Math.sqrt(at(unit, COUNT - 1)));
  if (!(errors > least)) return null;
  if (Math.abs(size) < STEP.perRange * rangeOf(value.subarray(from, to + 1))) return null;
  const square = residualOf(readings, k, [from, to]);
  const free = 2 * half - COUNT;
  const byNoise = sigma * sigma * (1 + STEP.chance * Math.sqrt(2 / free));
  return square / free <= byNoise + (STEP.misfit * size) ** 2 ? { size, errors } : null;
}

/** The most significant jump; null: none. */
function greatestJump(readings: Readings, sigma: number): (Jump & { readonly after: number }) | null {
  let greatest: (Jump & { readonly after: number }) | null = null;
  const roughness = roughnessOf(readings, sigma);
  for (let k = 0; k + 1 < readings.value.length; k++) {
    if (!isRough(roughness, { from: k - 2, to: k, limit: STEP.rough })) continue;
    for (const window of STEP.windows) {
      const jump = jumpAt(readings, k, { ...window, sigma });
      if (jump === null) continue;
      if (greatest === null || jump.errors > greatest.errors) greatest = { ...jump, after: k };
      break;
    }
  }
  return greatest;
}

/**
 * Removes jumps of the signal between two readings, which are narrower than any melt the grid could show, by
 * shifting the readings after them.
 */
export function stepsLevel(given: Readings, sigma: number): { readings: Readings; steps: readonly Fault[] } {
  const steps: Fault[] = [];
  let readings = given;
  for (;;) {
    const jump = greatestJump(readings, sigma);
    if (jump === null) return { readings, steps };
    if (steps.length === STEP.most) return { readings: given, steps: [] };
    const { after, size } = jump;
    const { temperature, value } = readings;
    steps.push({ temperature: 0.5 * (at(temperature, after) + at(temperature, after + 1)), size });
    readings = { temperature, value: value.map((reading, i) => (i > after ? reading - size : reading)) };
  }
}
