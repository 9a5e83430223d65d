import { itemAt } from '../src/at.ts';
import { peaksAccepted } from '../src/peaks/peak-reject.ts';
import { isSkewed } from '../src/peaks/shape.ts';
import { phaseFind, phaseLearn } from '../src/plate-analyse.ts';
import { peakPolicyOf } from '../src/versions/peak-policy.ts';
import { ALGORITHM_VERSION } from '../src/versions/versions.ts';
import { standingOut } from './physical/flank-scan.ts';
import { kitPlates } from './physical/kits.ts';
import { configurationOf, curveOf, ownMethod, POSITIONS } from './physical/methods.ts';
import { MINOR_SNRS, minorPlates, MINORS } from './physical/plates.ts';
import { minorScore } from './physical/score.ts';
import type { Well } from './physical/well.ts';

/**
 * Prints what a scan of a single peak's flanks would add to the small products that are called or flagged, and in how many wells of
 * kits with one product it would say so: docs/analysis.md.
 */
const SEEDS = [1101, 3003];

/** For each well of a plate, where the scan says that a small product melts; null: nowhere. */
function scanned(wells: readonly Well[], kit: Parameters<typeof configurationOf>[0]): (number | null)[] {
  const settings = itemAt(configurationOf(kit).phases, 0);
  const read = wells.map((well, i) => ({
    position: itemAt(POSITIONS, i),
    phases: [{ type: settings.phaseType, curve: curveOf(well) }],
  }));
  const found = phaseFind(read, settings, ALGORITHM_VERSION);
  const phases = found.map((one) => (one === null ? [] : [one.phase]));
  const { usual } = phaseLearn(phases, settings, peakPolicyOf(ALGORITHM_VERSION));
  return found.map((one) => {
    const [peak, another] = one === null ? [] : peaksAccepted(one.peaks, settings);
    if (one === null || peak === undefined || another !== undefined || !isSkewed(usual)) return null;
    return standingOut(one.phase, peak, { usual, minThreshold: settings.minThreshold })?.tm ?? null;
  });
}

const share = (all: readonly boolean[]): string => (all.filter(Boolean).length / all.length).toFixed(3);
function line(name: string, values: readonly string[]): void {
  process.stdout.write(`${name.padEnd(36)}${values.map((value) => value.padStart(10)).join('')}\n`);
}

line('', ['today', 'with scan']);
const small = SEEDS.flatMap(minorPlates).flatMap((plate) => {
  const wells = plate.map(({ well }) => well);
  const told = ownMethod(wells, null);
  const scan = scanned(wells, null);
  return plate.map((one, i) => {
    const said = itemAt(told, i);
    const { isTold } = minorScore(one, said);
    const more = { ...said, flags: [itemAt(scan, i) ?? -Infinity] };
    return { ...one, isTold, isScanned: isTold || minorScore(one, more).isTold };
  });
});
for (const { apart, ratio } of MINORS)
  for (const snr of MINOR_SNRS) {
    const wells = small.filter((one) => one.apart === apart && one.ratio === ratio && one.snr === snr);
    const today = share(wells.map(({ isTold }) => isTold));
    line(`1:${ratio}, ${apart} °C, SNR ${snr}`, [today, share(wells.map(({ isScanned }) => isScanned))]);
  }
for (const snr of MINOR_SNRS) {
  const singles = SEEDS.flatMap((seed) => kitPlates(seed, { snr })).flatMap(({ kit, wells }) => {
    const plate = wells.map(({ well }) => well);
    const told = ownMethod(plate, kit);
    const scan = scanned(plate, kit);
    return wells.flatMap(({ isSingle }, i) =>
      isSingle && itemAt(told, i).flags.length === 0 ? [itemAt(scan, i) !== null] : [],
    );
  });
  line(`one product, no flag, SNR ${snr}`, ['0.000', share(singles)]);
}
