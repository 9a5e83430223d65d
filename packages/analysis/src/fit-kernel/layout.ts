import { CLUSTER, NOISE } from '../settings.ts';

/*
 * Working memory of the fit, of which one runs at a time. The files of the fit copy these values to module
 * constants: V8 embeds such constants in machine code but reads an import again at each use, and the copies
 * halve the time of a fit. Indices in the innermost loops end in `| 0`, so that V8 omits overflow checks.
 */

/**
 * Layout of a fit of K transitions: parameters 0, 1, 2 are the background c0 + c1·z + c2·z², then four for
 * each transition: amplitude, Tm, ln w, ln ν. Column p of the working memory is the model's derivative with
 * respect to parameter p; the last column is the residual. So the number of columns is a multiple of four,
 * and one table of their products holds the normal matrix, the gradient (its last row) and the residual sum
 * of squares (its last element).
 */
export const BACKGROUND = 3;
export const PER_TRANSITION = 4;
export function parameterCount(transitions: number): number {
  return BACKGROUND + PER_TRANSITION * transitions;
}

/** Maximum transitions of a fit: a cluster and a peak hidden in it. */
const MAX_TRANSITIONS = CLUSTER.most + 1;

/** Row length of the table of products. */
export const ROW = PER_TRANSITION * (MAX_TRANSITIONS + 1);

/** Maximum averaged readings of a fit. */
export const MAX_BINS = 512;

/** Length of a column, with padding: columns 4096 bytes apart would share cache lines. */
export const COLUMN = MAX_BINS + 24;

/** Every fit writes before it reads, so nothing carries over from one to the next. */
export const columns = new Float64Array(COLUMN * ROW);
/** Sums over the averaged readings of 1, z, z², z³, z⁴: the products of the background columns. */
export const backgroundSums = new Float64Array(5);
export const binTemperature = new Float64Array(MAX_BINS);
export const binFluorescence = new Float64Array(MAX_BINS);

export const products = new Float64Array(ROW * ROW);
/**
 * Results of the last fit: its parameters, their standard errors, and the covariance of Tm and ln ν of each
 * transition, °C.
 */
export const parameters = new Float64Array(ROW);
export const errors = new Float64Array(ROW);
export const tmWithSkew = new Float64Array(MAX_TRANSITIONS);

/** Inputs of a fit besides its readings, by index. */
export const given = new Float64Array(16);
export const GIVEN = {
  /** σ² of an averaged reading, RFU², and the mean distance of averaged readings, °C. */
  variance: 0,
  step: 1,
  /** Minimum ln ν. */
  leastLogSkew: 2,
  /** Weights of the priors, in RFU² per square of the parameter's unit, and their means. */
  curvatureWeight: 3,
  widthWeight: 4,
  widthMean: 5,
  widthSlope: 6,
  widthAt: 7,
  skewWeight: 8,
  skewMean: 9,
  skewTail: 10,
  ratioWeight: 11,
  /** The same for a released shape. */
  freeWidthWeight: 12,
  freeSkewWeight: 13,
  freeSkewMean: 14,
} as const;

/** Results of a fit: residual sum of squares, RFU², and the same with the priors' penalties. */
export const outcome = new Float64Array(2);
export const OUTCOME = { residual: 0, cost: 1 } as const;

/** Working memory of the fit. */
export const acceptedProducts = new Float64Array(ROW * ROW);
export const factor = new Float64Array(ROW * ROW);
export const step = new Float64Array(ROW);
export const trial = new Float64Array(ROW);
export const tmColumn = new Float64Array(ROW);
/** Maximum number of linear parameters: the background and the amplitudes. */
export const LINEAR = BACKGROUND + MAX_TRANSITIONS;
export const linearFactor = new Float64Array(LINEAR * LINEAR);
export const linearStep = new Float64Array(LINEAR);

/** Maximum averaged readings for the misfit around a Tm. */
export const MAX_NEAR = 64;
export const misfitTemperature = new Float64Array(MAX_NEAR);
export const misfitWeights = new Float64Array(MAX_NEAR);
export const misfitBend = new Float64Array(MAX_NEAR);
export const misfitColumn = new Float64Array(MAX_NEAR);
export const misfitFactor = new Float64Array(MAX_NEAR * MAX_NEAR);
/** Inputs and outputs of the misfit, by index. */
export const misfit = new Float64Array(8);
export const MISFIT = {
  /** Readings within `reach` of `centre` are used, °C. */
  centre: 0,
  reach: 1,
  /** √5 over the correlation length of the misfit, 1/°C. */
  scale: 2,
  /** Variances of the misfit and of an averaged reading, RFU². */
  variance: 3,
  noise: 4,
  /** Second and third derivative of the misfit with respect to temperature. */
  second: 5,
  third: 6,
} as const;

/** Third differences of a curve's readings, for their median. */
export const differences = new Float64Array(NOISE.mostDifferences);
