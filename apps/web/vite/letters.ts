import subset from 'subset-font';
import type { Plugin } from 'vite';

/** Lightest and heaviest text on the pages. The axis of the font reaches from 100 to 900. */
const WEIGHTS = { min: 400, max: 700 };

/**
 * What browsers apply without being asked, and what the style sheets ask for: figures of equal width and slashed
 * zeros. The alternative letters of all other features go.
 */
const FEATURES = ['kern', 'liga', 'clig', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'rlig', 'tnum', 'zero'];

const FONT = /\/inter-[\w-]+\.woff2$/;

/** Every character of the first plane, without the halves of pairs. A font takes those that it has. */
const CHARACTERS = Array.from({ length: 0xd800 - 0x20 }, (_, index) =>
  String.fromCharCode(index + 0x20),
).join('');

/** A constant of its own: the types of the package lack `keepFeatures`. */
const HOW = {
  keepFeatures: FEATURES,
  variationAxes: { wght: WEIGHTS },
  targetFormat: 'woff2',
} as const;

/**
 * Sends the pages the parts of the font that they use. The name of a file is made of the whole font: browsers that keep
 * it would not see a longer list of features or weights until the font itself is upgraded.
 */
export function lettersInUse(): Plugin {
  return {
    name: 'letters-in-use',
    apply: 'build',
    async generateBundle(_, bundle) {
      const fonts = Object.values(bundle).flatMap((output) =>
        output.type === 'asset' && output.originalFileNames.some((name) => FONT.test(name)) ? [output] : [],
      );
      if (fonts.length === 0) this.error('No font was found. Has its name changed?');
      for (const font of fonts) {
        font.source = await subset(Buffer.from(font.source), CHARACTERS, HOW);
      }
    },
  };
}
