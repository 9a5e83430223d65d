import { plateAnalyse } from '../src/index.ts';
import { peerPeaks } from './peers.ts';
import { processorTime } from './processor-time.ts';
import { plateAssays, throughputPlate } from './throughput-plate.ts';

/** Prints the processor time, ms, of a new process for its first plate: `own` or `peer`. */
const curves = throughputPlate();
const assays = plateAssays(curves);
const work = process.argv[2] === 'peer' ? () => curves.map(peerPeaks) : () => plateAnalyse({ assays });
process.stdout.write(String(processorTime(work)));
