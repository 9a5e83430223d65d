import { OF_RESULTS } from './of-results.ts';
import { OF_ROLE } from './of-role.ts';
import { OF_RUNS } from './of-runs.ts';
import { OF_SIGNATURES } from './of-signatures.ts';
import { OF_TRAIL } from './of-trail.ts';

export { type Tampering } from './tampering.ts';
export const TAMPERINGS = [...OF_RESULTS, ...OF_RUNS, ...OF_SIGNATURES, ...OF_TRAIL, ...OF_ROLE];
