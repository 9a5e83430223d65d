/** Contrast (WCAG 2.2) and colour difference (CIEDE2000) as people see them. Colours are `#rrggbb`. */

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Machado, Oliveira, Fernandes 2009, severity 1.0. */
const SEEN_AS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>;

export type ColourVision = keyof typeof SEEN_AS;
export const COLOUR_VISIONS = Object.keys(SEEN_AS) as readonly ColourVision[]; // keys of the table above

const RGB_TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];

// OKLab, B. Ottosson 2020.
const RGB_TO_LMS: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LMS_TO_OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const OKLAB_TO_LMS: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const LMS_TO_RGB: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  const row = ([a, b, c]: Triple): number => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

function each([x, y, z]: Triple, change: (value: number) => number): Triple {
  return [change(x), change(y), change(z)];
}

function channels(colour: string): Triple {
  const at = (start: number): number => parseInt(colour.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

const toHex = (values: Triple): string =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

function linear(colour: string): Triple {
  return each(channels(colour), (value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

function fromLinear(rgb: Triple): string {
  return toHex(
    each(rgb, (value) => {
      const share = clamp(value);
      return 255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055);
    }),
  );
}

function luminance(colour: string): number {
  return times(RGB_TO_XYZ, linear(colour))[1];
}

/** 1 to 21. */
export function contrast(first: string, second: string): number {
  const a = luminance(first);
  const b = luminance(second);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `share` of `other` mixed into `colour`, 0 to 1. */
export function colourMix(colour: string, other: string, share: number): string {
  const [r, g, b] = channels(colour);
  const [otherR, otherG, otherB] = channels(other);
  const mixed = (from: number, to: number): number => from * (1 - share) + to * share;
  return toHex([mixed(r, otherR), mixed(g, otherG), mixed(b, otherB)]);
}

/** The colour moved in OKLab lightness, hue kept, until it has `least` contrast on the ground. */
export function colourToContrast(colour: string, ground: string, least: number): string {
  const [startLightness, a, b] = times(LMS_TO_OKLAB, each(times(RGB_TO_LMS, linear(colour)), Math.cbrt));
  const step = luminance(ground) > 0.5 ? -0.005 : 0.005;
  let lightness = startLightness;
  let tone = colour;
  while (contrast(tone, ground) < least && lightness >= 0 && lightness <= 1) {
    lightness += step;
    tone = fromLinear(
      times(
        LMS_TO_RGB,
        each(times(OKLAB_TO_LMS, [lightness, a, b]), (value) => value ** 3),
      ),
    );
  }
  return tone;
}

function labSeen(colour: string, vision: ColourVision): Triple {
  const [x, y, z] = times(RGB_TO_XYZ, each(times(SEEN_AS[vision], linear(colour)), clamp));
  const response = (value: number): number =>
    value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116;
  const [fx, fy, fz] = [response(x / 0.95047), response(y), response(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/**
 * CIEDE2000 difference of two colours in CIELAB.
 *
 * @see G. Sharma, W. Wu, E. N. Dalal, Color Res. Appl. 30 (2005) 21, doi:10.1002/col.20070
 */
export function ciede2000([L1, a1, b1]: Triple, [L2, a2, b2]: Triple): number {
  const rad = Math.PI / 180;
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const g = 0.5 * (1 - Math.sqrt(mean7 / (mean7 + 25 ** 7)));
  const p = a1 * (1 + g);
  const q = a2 * (1 + g);
  const chroma1 = Math.hypot(p, b1);
  const chroma2 = Math.hypot(q, b2);
  const hue1 = (Math.atan2(b1, p) / rad + 360) % 360;
  const hue2 = (Math.atan2(b2, q) / rad + 360) % 360;
  const grey = chroma1 * chroma2 === 0;
  let hueStep = grey ? 0 : hue2 - hue1;
  if (hueStep > 180) hueStep -= 360;
  else if (hueStep < -180) hueStep += 360;
  const dHue = 2 * Math.sqrt(chroma1 * chroma2) * Math.sin((hueStep / 2) * rad);
  const meanL = (L1 + L2) / 2;
  const meanC = (chroma1 + chroma2) / 2;
  const sum = hue1 + hue2;
  const wrapped = sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
  const meanHue = grey ? sum : Math.abs(hue1 - hue2) <= 180 ? sum / 2 : wrapped;
  const t =
    1 -
    0.17 * Math.cos((meanHue - 30) * rad) +
    0.24 * Math.cos(2 * meanHue * rad) +
    0.32 * Math.cos((3 * meanHue + 6) * rad) -
    0.2 * Math.cos((4 * meanHue - 63) * rad);
  const scaleL = 1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2);
  const scaleC = 1 + 0.045 * meanC;
  const scaleH = 1 + 0.015 * meanC * t;
  const rotation =
    -Math.sin(60 * Math.exp(-(((meanHue - 275) / 25) ** 2)) * rad) *
    2 *
    Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7));
  const dL = (L2 - L1) / scaleL;
  const dC = (chroma2 - chroma1) / scaleC;
  const dH = dHue / scaleH;
  return Math.sqrt(dL ** 2 + dC ** 2 + dH ** 2 + rotation * dC * dH);
}

/** How different two colours look; under 9 they are hard to tell apart. */
export function colourDifference(first: string, second: string, vision: ColourVision): number {
  return ciede2000(labSeen(first, vision), labSeen(second, vision));
}
