/** Rules of this repository for the linter, beside those it brings. */

const MOST_PROPS = 12;

/** What the parts of a feature share goes through its context: a component with a dozen properties passes it on. */
const fewProps = {
  /** @param {{ report: (found: { node: object, message: string }) => void }} context */
  create: (context) => ({
    /** @param {{ id: { name: string }, body: { body: readonly object[] } }} node */
    TSInterfaceDeclaration(node) {
      if (!node.id.name.endsWith('Props') || node.body.body.length <= MOST_PROPS) return;
      const message = `More than ${MOST_PROPS} properties: what the parts of a feature share goes through its context.`;
      context.report({ node, message });
    },
  }),
};

/** Former words in names, and the term of docs/glossary.md for each. */
const FORMER_WORDS = [
  ['anew', 'reinterpretation'],
  ['happening', 'trace channel'],
  ['kept-answer', 'idempotency key'],
  ['morning', 'dashboard'],
  ['stranger', 'unassigned user'],
];

/**
 * @param {string} name of anything: `anewOf`, `anew-dialog.tsx`
 * @returns {[word: string, term: string] | undefined} the former word in it, and its term
 */
export function formerWordIn(name) {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return FORMER_WORDS.find(([word]) => new RegExp(`(^|[^a-z])${word}s?($|[^a-z])`).test(words));
}

const standardTerms = {
  /** @param {{ filename: string, report: (found: { node: object, message: string }) => void }} context */
  create: (context) => {
    /** @type {(node: object, name: string) => void} */
    const check = (node, name) => {
      const [word, term] = formerWordIn(name) ?? [];
      if (word !== undefined)
        context.report({ node, message: `“${word}” in ${name}: the glossary calls it ${term}.` });
    };
    return {
      /** @param {object} node */
      Program(node) {
        check(node, context.filename.split(/[\\/]/).at(-1) ?? '');
      },
      /** @param {{ name: string }} node */
      Identifier(node) {
        check(node, node.name);
      },
    };
  },
};

// oxlint-disable-next-line import/no-default-export -- the linter asks for one
export default {
  meta: { name: 'curvewell' },
  rules: { 'few-props': fewProps, 'standard-terms': standardTerms },
};
