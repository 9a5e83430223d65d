import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { plateAnalyse } from '../src/index.ts';
import { curvePrepare } from '../src/curve/curve-prepare.ts';
import { curveDetect } from '../src/curve/curve-slope.ts';
import { DEFAULT_PHASE, meltCurve } from './analyse.ts';
import { checksum } from './mcb1.ts';
import { peerPeaks, peerSlope } from './peers.ts';
import { median, timing, type Timing } from './processor-time.ts';
import { plateAssays, throughputPlate } from './throughput-plate.ts';

export interface Throughput {
  readonly curves: number;
  /** First plate of a new process, ms. */
  readonly coldFull: number;
  readonly coldPeer: number;
  readonly checksum: number;
  /** ms of processor time per plate. */
  readonly full: Timing;
  readonly detection: Timing;
  readonly peer: Timing;
  readonly peerSlope: Timing;
  /** Reads every number of the plate once, as a lower bound. */
  readonly floor: Timing;
  /** Heap growth over 100 plates in bytes, after garbage collection where possible. */
  readonly heapGrowth: number;
}

/** Median of three new processes. */
const cold = (which: 'own' | 'peer'): number =>
  median(
    Array.from({ length: 3 }, () =>
      Number(execFileSync(process.execPath, [join(import.meta.dirname, 'cold-plate.ts'), which])),
    ),
  );

function heapAfterCollection(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed;
}

/** Measures the full analysis, detection alone, and the peer on the same plate in one run. */
export function measureThroughput(): Throughput {
  const curves = throughputPlate();
  const assays = plateAssays(curves);
  const full = timing(() => plateAnalyse({ assays }), { warmUp: 10, calls: 31 });
  const detection = timing(
    () => {
      for (const curve of curves)
        curveDetect(curvePrepare(meltCurve(curve), false), DEFAULT_PHASE.minThreshold);
    },
    { warmUp: 10, calls: 31 },
  );
  const peer = timing(() => curves.map(peerPeaks), { warmUp: 2, calls: 7 });
  const slope = timing(() => curves.map(peerSlope), { warmUp: 2, calls: 7 });
  const floor = timing(() => checksum(curves), { warmUp: 10, calls: 31 });
  const before = heapAfterCollection();
  for (let plate = 0; plate < 100; plate++) plateAnalyse({ assays });
  const heapGrowth = heapAfterCollection() - before;
  return {
    curves: curves.length,
    coldFull: cold('own'),
    coldPeer: cold('peer'),
    checksum: checksum(curves).sum,
    full,
    detection,
    peer,
    peerSlope: slope,
    floor,
    heapGrowth,
  };
}
