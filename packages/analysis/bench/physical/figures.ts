import { itemAt } from '../../src/at.ts';
import { keptRows } from './kept-templates.ts';
import { kitPlates } from './kits.ts';
import {
  gsdMethod,
  type Method,
  ownMethod,
  type SmoothingSettings,
  smoothingMethod,
  templateMethod,
} from './methods.ts';
import { MINOR_SNRS, minorPlates, MINORS, mixedPlates, SNRS } from './plates.ts';
import {
  callFigures,
  type CallFigures,
  callScores,
  minorScore,
  type MinorScore,
  peakFigures,
  type PeakScore,
  peakScore,
} from './score.ts';
import { tunedSmoothing } from './peer-tune.ts';
import { shiftedRows } from './shifted-kits.ts';
import { truthOf } from './truth.ts';

/** One figure of the physical benchmark beside what it must be and what peers reach. */
export interface PhysicalRow {
  readonly name: string;
  readonly own: number;
  /** With the templates of the plate switched on; left out: they change nothing without zones. */
  readonly templates?: number;
  /** Of tuned smoothing, and of ml-gsd; null: it has none. */
  readonly smoothing: number | null;
  readonly gsd: number | null;
  readonly must: number | readonly [least: number, most: number] | null;
  readonly stretch: number | null;
  readonly better: 'less' | 'more';
}

export interface PhysicalReport {
  readonly seeds: readonly number[];
  readonly settings: SmoothingSettings;
  readonly rows: readonly PhysicalRow[];
}

interface Methods {
  readonly own: Method;
  readonly smoothing: Method;
  readonly gsd: Method;
}

type ByMethod<Value> = Readonly<Record<keyof Methods, Value>>;

const each = <Value>(methods: Methods, valueOf: (method: Method) => Value): ByMethod<Value> => ({
  own: valueOf(methods.own),
  smoothing: valueOf(methods.smoothing),
  gsd: valueOf(methods.gsd),
});

type Limits = Pick<PhysicalRow, 'must' | 'stretch' | 'better'>;

const LESS = { must: null, stretch: null, better: 'less' } as const;
const MORE = { must: null, stretch: null, better: 'more' } as const;

function mixedRows(seeds: readonly number[], methods: Methods): PhysicalRow[] {
  const plates = seeds
    .flatMap(mixedPlates)
    .map((wells) => wells.map((well) => ({ well, truth: truthOf(well) })));
  const scores = each(methods, (method) =>
    plates.flatMap((plate) => {
      const told = method(
        plate.map(({ well }) => well),
        null,
      );
      return plate.map(({ well, truth }, i) => peakScore(well, truth, itemAt(told, i)));
    }),
  );
  const row = (
    name: string,
    figure: keyof ReturnType<typeof peakFigures>,
    { of = () => true, ...limits }: Limits & { readonly of?: (score: PeakScore) => boolean },
  ): PhysicalRow => {
    const value = (all: readonly PeakScore[]): number => peakFigures(all.filter(of))[figure];
    const peer = (all: readonly PeakScore[]) => (figure === 'covered' ? null : value(all));
    return {
      name,
      own: value(scores.own),
      smoothing: peer(scores.smoothing),
      gsd: peer(scores.gsd),
      ...limits,
    };
  };
  const at = (snr: number) => (score: PeakScore) => score.snr === snr;
  return [
    row('exact peak sets', 'exact', { must: 0.955, stretch: 0.97, better: 'more' }),
    row('false a 1,000 wells', 'falsePerThousand', { must: 15, stretch: 5, better: 'less' }),
    row('recall', 'recall', { must: 0.95, stretch: 0.97, better: 'more' }),
    row('Tm RMSE', 'rmse', { must: 0.15, stretch: 0.12, better: 'less' }),
    row('Tm error, median', 'median', { must: 0.055, stretch: 0.045, better: 'less' }),
    ...SNRS.flatMap((snr) => [
      row(`SNR ${snr}: exact peak sets`, 'exact', { ...MORE, of: at(snr) }),
      row(`SNR ${snr}: false a 1,000 wells`, 'falsePerThousand', { ...LESS, of: at(snr) }),
      row(`SNR ${snr}: Tm RMSE`, 'rmse', { ...LESS, of: at(snr) }),
      row(`SNR ${snr}: bias of Tm`, 'bias', { ...MORE, of: at(snr) }),
      row(`SNR ${snr}: within 1.96 SE(Tm)`, 'covered', { ...MORE, must: [0.93, 0.99], of: at(snr) }),
    ]),
  ];
}

const CALLS: readonly { readonly snr: number; readonly shift?: number }[] = [
  { snr: 1000 },
  { snr: 300 },
  { snr: 100 },
  { snr: 30 },
  { snr: 300, shift: -1 },
  { snr: 300, shift: 1 },
];

/** What must be reached at SNR 100 and more, as shares of tuned smoothing's in the same run. */
const SHARES = { wrong: [0.6, 0.4], falsePositive: [0.5, 0.25] } as const;

function callRows(seeds: readonly number[], methods: Methods): PhysicalRow[] {
  return CALLS.flatMap(({ snr, shift = 0 }) => {
    const plates = seeds.flatMap((seed) => kitPlates(seed, { snr, shift }));
    const by = each(methods, (method) => callFigures(callScores(plates, method)));
    const withTemplates = callFigures(callScores(plates, templateMethod));
    const title = `kits, SNR ${snr}${shift === 0 ? '' : `, plate ${shift > 0 ? '+' : '−'}1 °C`}`;
    const row = (name: string, figure: keyof CallFigures, limits: Limits): PhysicalRow => ({
      name: `${title}: ${name}`,
      own: by.own[figure],
      templates: withTemplates[figure],
      smoothing: by.smoothing[figure],
      gsd: by.gsd[figure],
      ...limits,
    });
    const shares = (figure: keyof typeof SHARES): Limits => {
      if (snr < 100 || shift !== 0) return LESS;
      const [must, stretch] = SHARES[figure];
      return { must: must * by.smoothing[figure], stretch: stretch * by.smoothing[figure], better: 'less' };
    };
    const silent: Limits = snr < 100 || shift !== 0 ? LESS : { must: 40, stretch: 10, better: 'less' };
    const near: Limits = snr < 100 || shift !== 0 ? LESS : { must: 0.002, stretch: 0, better: 'less' };
    return [
      row('right', 'right', MORE),
      row('wrong', 'wrong', shares('wrong')),
      row('false positive', 'falsePositive', shares('falsePositive')),
      row('false negative', 'falseNegative', LESS),
      row('wrong without a flag', 'silent', silent),
      row('near zones, single, silently wrong', 'nearSilent', near),
      row('flagged', 'flagged', LESS),
    ];
  });
}

function minorRows(seeds: readonly number[], methods: Methods): PhysicalRow[] {
  const plates = seeds.flatMap(minorPlates);
  const by = each(methods, (method) =>
    plates.flatMap((plate) => {
      const told = method(
        plate.map(({ well }) => well),
        null,
      );
      return plate.map((one, i) => minorScore(one, itemAt(told, i)));
    }),
  );
  const part = (all: readonly MinorScore[], is: (one: MinorScore) => boolean): number =>
    all.filter(is).length / all.length;
  return MINORS.flatMap(({ apart, ratio }) =>
    MINOR_SNRS.flatMap((snr) => {
      const name = `1:${ratio}, ${apart} °C apart, SNR ${snr}`;
      const isWanted =
        apart === 4 && ratio === 10 ? { must: null, stretch: 0.98 } : { must: 0.98, stretch: null };
      const of = (all: readonly MinorScore[]): MinorScore[] =>
        all.filter((one) => one.apart === apart && one.ratio === ratio && one.snr === snr);
      const row = (
        kind: string,
        is: (one: MinorScore) => boolean,
        seen: boolean,
        limits: Limits,
      ): PhysicalRow => {
        const value = (all: readonly MinorScore[]) =>
          part(seen ? of(all).filter((one) => one.isSeen) : of(all), is);
        const values = { own: value(by.own), smoothing: value(by.smoothing), gsd: value(by.gsd) };
        return { name: `${name}: ${kind}`, ...values, ...limits };
      };
      return [
        row('called', ({ isFound }) => isFound, false, MORE),
        row('called or flagged', ({ isTold }) => isTold, false, { ...isWanted, better: 'more' }),
        row('the same where it is a maximum', ({ isTold }) => isTold, true, MORE),
      ];
    }),
  );
}

/**
 * Every figure of the physical benchmark.
 *
 * @param tuning - what the peer's settings are chosen on
 */
export function physicalReport(seeds: readonly number[], tuning: readonly number[]): PhysicalReport {
  const settings = tunedSmoothing(tuning);
  const methods = { own: ownMethod, smoothing: smoothingMethod(settings), gsd: gsdMethod };
  const kits = [...callRows(seeds, methods), ...shiftedRows(seeds), ...keptRows(seeds)];
  const rows = [...mixedRows(seeds, methods), ...kits, ...minorRows(seeds, methods)];
  return { seeds, settings, rows };
}
