import subset from 'subset-font';
import type { Plugin } from 'vite';

/** Lightest and heaviest text on the pages. The axis of the font reaches from 100 to 900. */
const WEIGHTS = { min: 400, max: 700 };

/**
 * Features that place letters, and those that the style sheets use: figures of equal width and slashed zeros. Contextual
 * alternatives are omitted. They show “2x5” as “2×5” and “->” as an arrow, but pages must show a name as it is stored.
 */
const FEATURES = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'zero'];

const FONT = /\/inter-[\w-]+\.woff2$/;
/** How `tokens.css` names the part of a font that holds `COMMON`. */
const PART = '#common';

const between = (first: number, last: number): string =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** ASCII and the signs of our texts; the `unicode-range` in `tokens.css` is the same. */
const COMMON = between(0x20, 0x7e) + '\u00a0°±·×–’“”…−';
/** Every character of the first plane, without the halves of pairs. Of these, a font keeps those that it has. */
const OTHERS = between(0x20, 0xd7ff)
  .split('')
  .filter((letter) => !COMMON.includes(letter))
  .join('');

/** A constant of its own: the types of the package lack `keepFeatures`. */
const HOW = {
  keepFeatures: FEATURES,
  variationAxes: { wght: WEIGHTS },
  targetFormat: 'woff2',
} as const;

/**
 * Reduces the fonts to what the pages use, and divides one: the browser loads letters beyond the common ones only if a
 * name contains one. The name of a file has the hash of the whole font. Browsers that have cached the file therefore do
 * not load other features or weights until the font itself is upgraded.
 */
export function lettersInUse(): Plugin {
  return {
    name: 'letters-in-use',
    apply: 'build',
    async generateBundle(_, bundle) {
      const assets = Object.values(bundle).flatMap((output) => (output.type === 'asset' ? [output] : []));
      const fonts = assets.filter(({ originalFileNames }) =>
        originalFileNames.some((name) => FONT.test(name)),
      );
      const styles = assets.filter(({ fileName }) => fileName.endsWith('.css'));
      const isDivided = ({ fileName }: { fileName: string }) =>
        styles.some(({ source }) => String(source).includes(fileName + PART));
      if (fonts.filter(isDivided).length !== 1) this.error('No font was found. Has its name changed?');
      for (const font of fonts) {
        const whole = Buffer.from(font.source);
        font.source = await subset(whole, OTHERS, HOW);
        if (!isDivided(font)) continue;
        const fileName = font.fileName.replace('.woff2', '-common.woff2');
        this.emitFile({ type: 'asset', fileName, source: await subset(whole, COMMON, HOW) });
        for (const sheet of styles)
          sheet.source = String(sheet.source).replaceAll(font.fileName + PART, fileName);
      }
    },
  };
}
