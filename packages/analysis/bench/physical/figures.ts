import { itemAt } from '../../src/at.ts';
import type { ComparedRow, Comparison } from '../compared.ts';
import { OWN_PEERS, type Peer, settingsOf } from '../peers/peer.ts';
import { keptRows } from './kept-templates.ts';
import { kitPlates } from './kits.ts';
import type { Result } from './methods.ts';
import { tunedForKits, tunedPeers } from './peer-tune.ts';
import { MINOR_SNRS, minorPlates, MINORS, mixedPlates, SNRS } from './plates.ts';
import {
  each,
  ownReader,
  peerReader,
  type Reader,
  type Readers,
  templateReader,
  type Values,
} from './readers.ts';
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
import { shiftedRows } from './shifted-kits.ts';
import { truthOf } from './truth.ts';
import type { Well } from './well.ts';

type Limits = Pick<ComparedRow, 'must' | 'stretch' | 'better'>;

const LESS = { must: null, stretch: null, better: 'less' } as const;
const MORE = { must: null, stretch: null, better: 'more' } as const;

const rowOf = (name: string, { own, peers }: Values<number | null>, limits: Limits): ComparedRow => ({
  name,
  own: own ?? Number.NaN,
  peers,
  ...limits,
});

/** Scores wells on their plates; wells that were not analysed are omitted. */
function scoresOf<Item extends { readonly well: Well }, Score>(
  plates: readonly (readonly Item[])[],
  reader: Reader,
  scoreOf: (item: Item, result: Result) => Score,
): Score[] {
  const results = reader(plates.map((plate) => ({ wells: plate.map(({ well }) => well), kit: null })));
  return plates.flatMap((plate, p) =>
    plate.flatMap((item, i) => {
      const one = itemAt(itemAt(results, p), i);
      return one === null ? [] : [scoreOf(item, one)];
    }),
  );
}

function mixedRows(seeds: readonly number[], readers: Readers): ComparedRow[] {
  const plates = seeds
    .flatMap(mixedPlates)
    .map((wells) => wells.map((well) => ({ well, truth: truthOf(well) })));
  const scores = each(readers, (reader) =>
    scoresOf(plates, reader, ({ well, truth }, result) => peakScore(well, truth, result)),
  );
  const row = (
    name: string,
    figure: keyof ReturnType<typeof peakFigures>,
    { of = () => true, ...limits }: Limits & { readonly of?: (score: PeakScore) => boolean },
  ): ComparedRow => {
    const value = (all: readonly PeakScore[]): number => peakFigures(all.filter(of))[figure];
    // Peers report no error of a Tm.
    const peers = scores.peers.map((all) => (figure === 'covered' ? null : value(all)));
    return rowOf(name, { own: value(scores.own), peers }, limits);
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
      row(`SNR ${snr}: recall`, 'recall', { ...MORE, of: at(snr) }),
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

/** Goals at SNR 100 and more, as fractions of the figures of tuned smoothing in the same run. */
const SHARES = { wrong: [0.6, 0.4], falsePositive: [0.5, 0.25] } as const;

function callRows(seeds: readonly number[], readers: Readers, kitTuned: Reader): ComparedRow[] {
  return CALLS.flatMap(({ snr, shift = 0 }) => {
    const plates = seeds.flatMap((seed) => kitPlates(seed, { snr, shift }));
    const read = plates.map(({ kit, wells }) => ({ kit, wells: wells.map(({ well }) => well) }));
    const figuresBy = (reader: Reader): CallFigures => callFigures(callScores(plates, reader(read)));
    const by = each(readers, figuresBy);
    const withTemplates = figuresBy(templateReader);
    const byKitTuned = figuresBy(kitTuned);
    const smoothing = itemAt(by.peers, 0);
    const title = `kits, SNR ${snr}${shift === 0 ? '' : `, plate ${shift > 0 ? '+' : '−'}1 °C`}`;
    const row = (name: string, figure: keyof CallFigures, limits: Limits): ComparedRow => ({
      ...rowOf(
        `${title}: ${name}`,
        { own: by.own[figure], peers: by.peers.map((one) => one[figure]) },
        limits,
      ),
      templates: withTemplates[figure],
      kitTuned: byKitTuned[figure],
    });
    const shares = (figure: keyof typeof SHARES): Limits => {
      if (snr < 100 || shift !== 0) return LESS;
      const [must, stretch] = SHARES[figure];
      return { must: must * smoothing[figure], stretch: stretch * smoothing[figure], better: 'less' };
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

function minorRows(seeds: readonly number[], readers: Readers): ComparedRow[] {
  const plates = seeds.flatMap(minorPlates);
  const by = each(readers, (reader) => scoresOf(plates, reader, minorScore));
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
      ): ComparedRow => {
        const value = (all: readonly MinorScore[]) =>
          part(seen ? of(all).filter((one) => one.isSeen) : of(all), is);
        return rowOf(`${name}: ${kind}`, { own: value(by.own), peers: by.peers.map(value) }, limits);
      };
      return [
        row('called', ({ isFound }) => isFound, false, MORE),
        row('called or flagged', ({ isReported }) => isReported, false, { ...isWanted, better: 'more' }),
        row('the same where it is a maximum', ({ isReported }) => isReported, true, MORE),
      ];
    }),
  );
}

/**
 * Every figure of the physical benchmark.
 *
 * @param tuning - for choosing the peers' settings
 */
export function physicalReport(
  seeds: readonly number[],
  tuning: readonly number[],
  peers: readonly Peer[],
): Comparison {
  const chosen = tunedPeers(peers, tuning);
  const kitTuned = tunedForKits(OWN_PEERS[0], tuning);
  const readers = { own: ownReader, peers: chosen.map(peerReader) };
  const plates = [...shiftedRows(seeds), ...keptRows(seeds)].map(({ name, own, ...limits }) =>
    rowOf(name, { own, peers: peers.map(() => null) }, limits),
  );
  return {
    title: `Physical benchmark, seeds ${seeds.join(', ')}`,
    peers: peers.map(({ name }) => name),
    settings: [...chosen.map(settingsOf), `kit-tuned: ${settingsOf(kitTuned)}`],
    rows: [
      ...mixedRows(seeds, readers),
      ...callRows(seeds, readers, peerReader(kitTuned)),
      ...plates,
      ...minorRows(seeds, readers),
    ],
  };
}
