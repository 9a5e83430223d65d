import type { CallExplanation } from '@curvewell/domain';

import { at, itemAt } from '../src/at.ts';
import { plateAnalyse } from '../src/index.ts';
import { type Kit, kitPlates } from './physical/kits.ts';
import { configurationOf, curveOf, POSITIONS } from './physical/methods.ts';
import { minorPlates } from './physical/plates.ts';
import type { Well } from './physical/well.ts';

/** Wells of the physical generator that version 1.0.0 called wrongly without a flag. */
interface Wrong {
  readonly name: string;
  readonly title: string;
  readonly wells: readonly Well[];
  readonly kit: Kit;
  readonly position: string;
}

const SEED = 1101;
const SNR = 1000;
/** The kit with eight targets 2 °C apart. */
const LARGE_KIT = 6;
/** Half a zone of a kit for the pair, °C. */
const HALF_ZONE = 1.4;

/** The first plate of small products: 1:5, 4 °C apart, SNR 1000. */
function smallProduct(position: string): Wrong {
  const plate = itemAt(minorPlates(SEED), 0);
  const { well } = itemAt(plate, POSITIONS.indexOf(position));
  const products = well.components.map(({ product }) => product).sort((a, b) => a.tm - b.tm);
  const targets = products.map((product, i) => ({
    name: 'AB'.charAt(i),
    product,
    from: product.tm - HALF_ZONE,
    to: product.tm + HALF_ZONE,
  }));
  return {
    name: 'small-product',
    title: 'A and B are there, 5 parts of B and 1 of A, SNR 1000',
    wells: plate.map((one) => one.well),
    kit: { targets, isNear: false, dimers: [] },
    position,
  };
}

function ownShoulder(position: string): Wrong {
  const { kit, wells } = itemAt(kitPlates(SEED, { snr: SNR }), LARGE_KIT);
  return {
    name: 'own-shoulder',
    title: 'B alone is there, SNR 1000',
    wells: wells.map(({ well }) => well),
    kit,
    position,
  };
}

function explained({ wells, kit, position }: Wrong, algorithmVersion: string): CallExplanation {
  const [calls = []] = plateAnalyse({
    algorithmVersion,
    assays: [
      {
        configuration: configurationOf(kit),
        wells: wells.map((well, i) => ({
          position: itemAt(POSITIONS, i),
          ...({ sampleType: 'DNA', expectedDiagnostic: null, controlGroup: '' } as const),
          phases: [{ type: 'MELT', curve: curveOf(well) }],
        })),
      },
    ],
  });
  return itemAt(calls, POSITIONS.indexOf(position)).explanation;
}

// Of a panel, px.
const WIDTH = 420;
const HEIGHT = 300;
const LEFT = 52;
const RIGHT = 12;
const TOP = 74;
const BOTTOM = 44;
/** °C beyond the outer products. */
const BESIDE = 5;
const FINE = 0.1;

interface Colours {
  readonly ink: string;
  readonly soft: string;
  readonly page: string;
  readonly zone: string;
  readonly call: string;
  readonly doubt: string;
  readonly truth: string;
}

const LIGHT: Colours = {
  ink: '#1a1a1a',
  soft: '#5a5a5a',
  page: '#ffffff',
  zone: '#e8eef4',
  call: '#b3430b',
  doubt: '#0072b2',
  truth: '#007a5a',
};
const DARK: Colours = {
  ink: '#eeeeee',
  soft: '#adb5bd',
  page: '#161b22',
  zone: '#27323e',
  call: '#ff9d5c',
  doubt: '#6cc0f5',
  truth: '#3fc79a',
};

/** Plain rules, because not every viewer supports variables. */
const coloured = ({ ink, soft, page, zone, call, doubt, truth }: Colours): string =>
  [
    `text{fill:${ink}}.page{fill:${page}}.zone{fill:${zone}}.soft{fill:${soft}}.axis{stroke:${soft}}.curve{stroke:${ink}}`,
    `path.call{stroke:${call}}path.doubt{stroke:${doubt}}.truth{stroke:${truth}}`,
    `text.call,tspan.call{fill:${call}}text.doubt,tspan.doubt{fill:${doubt}}tspan.truth{stroke:none;fill:${truth}}`,
  ].join('');

const STYLE = `path,polyline{fill:none}.curve{stroke-width:1.6}.truth{stroke-width:1.4;stroke-dasharray:2 3}.call{stroke-width:2}.doubt{stroke-width:1.6;stroke-dasharray:6 4}
${coloured(LIGHT)}
@media (prefers-color-scheme:dark){${coloured(DARK)}}`;

const px = (value: number): string => value.toFixed(1);

interface Scale {
  readonly from: number;
  readonly to: number;
  readonly x: (temperature: number) => number;
  readonly y: (slope: number) => number;
  /** RFU/°C. */
  readonly highest: number;
}

/** −dF/dT between adjacent readings, RFU/°C. */
function slopesOf({ temperature, fluorescence }: Well): { readonly t: number; readonly slope: number }[] {
  return Array.from({ length: temperature.length - 2 }, (_, i) => ({
    t: at(temperature, i + 1),
    slope: (at(fluorescence, i) - at(fluorescence, i + 2)) / (at(temperature, i + 2) - at(temperature, i)),
  }));
}

function scaleOf({ wells, position }: Wrong): Scale {
  const well = itemAt(wells, POSITIONS.indexOf(position));
  const tms = well.components.map(({ product }) => product.tm);
  const from = Math.floor(Math.min(...tms)) - BESIDE;
  const to = Math.ceil(Math.max(...tms)) + BESIDE;
  const sum = Array.from({ length: (to - from) / FINE }, (_, i) => well.fall(from + i * FINE));
  const highest = 1.08 * Math.max(...sum, ...slopesOf(well).map(({ slope }) => slope));
  const inner = { width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
  return {
    from,
    to,
    highest,
    x: (t) => LEFT + (inner.width * (t - from)) / (to - from),
    y: (slope) => HEIGHT - BOTTOM - (inner.height * Math.max(0, slope)) / highest,
  };
}

const lineOf = (points: readonly { readonly t: number; readonly slope: number }[], { x, y }: Scale): string =>
  points.map(({ t, slope }) => `${px(x(t))},${px(y(slope))}`).join(' ');

function axes({ from, to, x, y, highest }: Scale): string {
  const step = highest > 250 ? 100 : 50;
  const rows = Array.from({ length: Math.floor(highest / step) + 1 }, (_, i) => i * step);
  const columns = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((t) => t % 2 === 0);
  return [
    `<path class="axis" d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}"/>`,
    ...columns.map(
      (t) => `<text x="${px(x(t))}" y="${HEIGHT - BOTTOM + 15}" text-anchor="middle">${t}</text>`,
    ),
    ...rows.map((slope) => `<text x="${LEFT - 6}" y="${px(y(slope) + 4)}" text-anchor="end">${slope}</text>`),
    `<text x="${px((LEFT + WIDTH - RIGHT) / 2)}" y="${HEIGHT - 10}" text-anchor="middle">Temperature (°C)</text>`,
    `<text transform="translate(13 ${px((TOP + HEIGHT - BOTTOM) / 2)}) rotate(-90)" text-anchor="middle">−dF/dT (RFU/°C)</text>`,
  ].join('');
}

function zonesOf({ kit }: Wrong, { from, to, x }: Scale): string {
  return kit.targets
    .filter((zone) => zone.from < to && zone.to > from)
    .map((zone) => {
      const [left, right] = [x(Math.max(from, zone.from)), x(Math.min(to, zone.to))];
      return `<rect class="zone" x="${px(left)}" y="${TOP}" width="${px(right - left)}" height="${HEIGHT - BOTTOM - TOP}"/><text class="soft" x="${px(right - 4)}" y="${TOP + 13}" text-anchor="end">${zone.name}</text>`;
    })
    .join('');
}

/** The melt of each product on its own, without noise. */
function truthsOf({ components, fallOf }: Well, scale: Scale): string {
  const count = Math.round((scale.to - scale.from) / FINE) + 1;
  return components
    .map((component) => {
      const fall = fallOf(component);
      const points = Array.from({ length: count }, (_, i) => {
        const t = scale.from + i * FINE;
        return { t, slope: fall(t) };
      });
      return `<polyline class="truth" points="${lineOf(points, scale)}"/>`;
    })
    .join('');
}

const mark = (kind: 'call' | 'doubt', tm: number, label: string, { x }: Scale, row: number): string =>
  `<path class="${kind}" d="M${px(x(tm))} ${TOP}V${HEIGHT - BOTTOM}"/><text class="${kind}" x="${px(x(tm))}" y="${TOP - 4 - 14 * row}" text-anchor="middle">${label}</text>`;

const flagsOf = ({ flags }: CallExplanation): string =>
  flags.length === 0 ? 'no flag' : [...new Set(flags.map(({ code }) => `“${code}”`))].join(', ');

/** One doubt for each place, which several flags may name. */
const doubtsOf = ({ flags }: CallExplanation): number[] =>
  flags
    .flatMap(({ code, temperature }) =>
      (code === 'uncounted-melt' || code === 'unresolved-melt') && temperature !== null ? [temperature] : [],
    )
    .filter((place, i, places) => places.findIndex((one) => Math.abs(one - place) < 0.5) === i);

function panel(wrong: Wrong, version: string, when: string): string {
  const well = itemAt(wrong.wells, POSITIONS.indexOf(wrong.position));
  const explanation = explained(wrong, version);
  const scale = scaleOf(wrong);
  const peaks = explanation.phases.flatMap((phase) => phase.peaks.filter(({ accepted }) => accepted));
  const slopes = slopesOf(well).filter(({ t }) => t >= scale.from && t <= scale.to);
  return [
    zonesOf(wrong, scale),
    axes(scale),
    truthsOf(well, scale),
    `<polyline class="curve" points="${lineOf(slopes, scale)}"/>`,
    ...peaks.map(({ tm, tmError }, i) =>
      mark('call', tm, `${tm.toFixed(2)} ± ${tmError === null ? '?' : tmError.toFixed(2)}`, scale, i % 2),
    ),
    ...doubtsOf(explanation).map((tm) =>
      mark('doubt', tm, `doubt ${tm.toFixed(1)}`, scale, Math.min(2, peaks.length)),
    ),
    `<text x="${LEFT}" y="18" font-weight="bold">${when}, version ${version}: called ${explanation.zonesHit.join(' + ') || 'none'}</text>`,
    `<text class="soft" x="${LEFT}" y="34">${flagsOf(explanation)}</text>`,
  ].join('\n');
}

function drawn(wrong: Wrong): string {
  const width = 2 * WIDTH;
  const height = HEIGHT + 44;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="12">
<title>${wrong.title}</title><style>${STYLE}</style><rect class="page" width="100%" height="100%"/>
<text x="${LEFT}" y="20" font-size="14">${wrong.title}</text>
<g transform="translate(0 24)">${panel(wrong, '1.0.0', 'Before')}</g>
<g transform="translate(${WIDTH} 24)">${panel(wrong, '1.1.0', 'Now')}</g>
<text x="${LEFT}" y="${height - 8}">line: readings · <tspan class="truth">dotted: each product by itself, without noise</tspan> · bands: zones of the kit · <tspan class="call">solid: counts</tspan> · <tspan class="doubt">dashed: a doubt</tspan></text>
</svg>
`;
}

/** Pictures of the two faults of version 1.0.0 on real melts that no flag reported, before and after. */
export const realMeltPictures = (): { readonly name: string; readonly svg: string }[] =>
  [smallProduct('A11'), ownShoulder('B1')].map((wrong) => ({ name: wrong.name, svg: drawn(wrong) }));
