/** Contrast (WCAG 2.2), and colours adjusted to a minimum contrast. Colours are `#rrggbb`. */

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

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
  const [r, g, b] = linear(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, 1 to 21. */
export function contrast(first: string, second: string): number {
  const a = luminance(first);
  const b = luminance(second);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `colour` with `share` (0 to 1) of `other` mixed in. */
export function colourMix(colour: string, other: string, share: number): string {
  const [r, g, b] = channels(colour);
  const [otherR, otherG, otherB] = channels(other);
  const mixed = (from: number, to: number): number => from * (1 - share) + to * share;
  return toHex([mixed(r, otherR), mixed(g, otherG), mixed(b, otherB)]);
}

/** Changes the OKLab lightness, not the hue, until the contrast with the ground is at least `least`. */
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
