import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { itemAt } from '../../src/at.ts';
import { type Maxima, type Readings, slopeError, type Top, type Window } from './maxima.ts';
import type { Peer } from './peer.ts';

/** An external program, run where it is installed. */
interface Program {
  readonly command: string;
  /** A command that fails where the program or its package is missing. */
  readonly check: readonly string[];
  readonly script: string;
}

const MEGABYTES = 2 ** 20;

/**
 * Runs a program on wells. Its input has a line for each well: temperatures, `|`, readings, separated by
 * spaces. Its output has a line for each well: `Tm,prominence,size` of every maximum, separated by spaces.
 */
function run({ command, script }: Program, settings: readonly string[], wells: readonly Readings[]): Top[][] {
  const input = wells.map(
    ({ temperature, fluorescence }) => `${temperature.join(' ')}|${fluorescence.join(' ')}\n`,
  );
  const output = execFileSync(command, [join(import.meta.dirname, script), ...settings], {
    input: input.join(''),
    encoding: 'utf8',
    maxBuffer: 1024 * MEGABYTES,
  });
  const lines = output.split('\n').slice(0, -1);
  if (lines.length !== wells.length)
    throw new Error(`${script} answered ${lines.length} of ${wells.length} wells`);
  return lines.map((line) =>
    line.split(' ').flatMap((one) => {
      const [tm, prominence, size] = one.split(',').map(Number);
      return tm === undefined || prominence === undefined || size === undefined
        ? []
        : [{ tm, prominence, size }];
    }),
  );
}

function isThere({ command, check }: Program): boolean {
  try {
    execFileSync(command, check, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** For smoothers that choose their own window, noise is estimated as for a line through this one. */
const USUAL: Window = { window: 2.5, polynomial: 2 };

interface Outside extends Pick<Peer, 'name' | 'every' | 'leasts'> {
  readonly program: Program;
  /** Arguments of the program for each setting. */
  readonly settings: readonly (readonly string[])[];
  readonly label: (setting: readonly string[]) => string;
  /** Standard error of the program's prominence. */
  readonly error: (well: Readings, settings: readonly string[]) => number;
}

const python = (script: string, module: string): Program => ({
  command: 'python3',
  check: ['-c', `import ${module}`],
  script,
});
const r = (script: string, check: string): Program => ({ command: 'Rscript', check: ['-e', check], script });

/** RFU/°C. */
const MIN_SLOPES = [10, 15, 20, 30, 45];

const OUTSIDE: readonly Outside[] = [
  {
    name: 'scipy',
    program: python('scipy_peaks.py', 'scipy'),
    settings: ['1.5', '2', '2.5', '3', '4'].flatMap((window) => [
      [window, '2'],
      [window, '3'],
    ]),
    label: ([window = '', order = '']) => `${window} °C, order ${order}`,
    leasts: MIN_SLOPES,
    every: 1,
    error: (well, [window, order]) => slopeError(well, { window: Number(window), polynomial: Number(order) }),
  },
  {
    name: 'R spline',
    program: r('spline.R', 'smooth.spline'),
    settings: [['1'], ['1.4'], ['2'], ['3']],
    label: ([penalty = '']) => `penalty ${penalty}`,
    leasts: MIN_SLOPES,
    every: 2,
    error: (well) => slopeError(well, USUAL),
  },
  {
    name: 'MBmca',
    program: r('mbmca.R', 'MBmca::mcaPeaks'),
    settings: [['0.6'], ['0.8'], ['0.95']],
    label: ([part = '']) => `df.fact ${part}`,
    leasts: MIN_SLOPES,
    every: 8,
    error: (well) => slopeError(well, USUAL),
  },
  {
    name: 'rdmlpython',
    program: python('rdml_melt.py', 'rdmlpython'),
    settings: [
      ['exponential', '5'],
      ['exponential', '10'],
      ['bilinear', '10'],
    ],
    label: ([method = '', width = '']) => `${method}, at most ${width} °C wide`,
    // Its slope is that of a curve scaled to 0 to 1, so the fall of a peak, RFU, is limited instead.
    leasts: [0, 20, 40, 80, 160],
    every: 8,
    error: () => 0,
  },
];

function peerOf({ name, every, leasts, program, settings, label, error }: Outside): Peer {
  const maxima = (wells: readonly Readings[], smoothing: number): Maxima[] => {
    const chosen = itemAt(settings, smoothing);
    return run(program, chosen, wells).map((tops, i) => ({ tops, error: error(itemAt(wells, i), chosen) }));
  };
  return { name, every, leasts, smoothings: settings.map(label), maxima };
}

/** The available peers in other languages, and the names of the missing ones. */
export function outsidePeers(): { readonly peers: readonly Peer[]; readonly missing: readonly string[] } {
  const found = Map.groupBy(OUTSIDE, ({ program }) => isThere(program));
  return {
    peers: (found.get(true) ?? []).map(peerOf),
    missing: (found.get(false) ?? []).map(({ name }) => name),
  };
}
