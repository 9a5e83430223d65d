import subset from 'subset-font';
import type { Plugin } from 'vite';

/** Lightest and heaviest text on the pages. The axis of the font reaches from 100 to 900. */
const WEIGHTS = { min: 400, max: 700 };

/**
 * What places letters, and what the style sheets ask for: figures of equal width and slashed zeros. Contextual
 * alternatives go: they show “2x5” as “2×5” and “->” as an arrow, and a name is shown as it is stored.
 */
const FEATURES = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'zero'];

const FONT = /\/inter-[\w-]+\.woff2$/;
/** How `tokens.css` names the part of a font that holds `COMMON`. */
const PART = '#common';

const between = (first: number, last: number): string =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** ASCII and the signs of our texts; the `unicode-range` in `tokens.css` is the same. */
const COMMON = between(0x20, 0x7e) + '\u00a0°±·×–’“”…−';
/** Every character of the first plane, without the halves of pairs. A font takes those that it has. */
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
 * Sends the pages the parts of the font that they use, and letters beyond the common ones only where a name has one. The
 * name of a file is made of the whole font: browsers that keep it would not see a longer list of features or weights
 * until the font itself is upgraded.
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
