/** Custom lint rules of this repository. */

const MOST_PROPS = 12;

/** Components should share data through a feature's context instead of passing a dozen properties on. */
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

/** Former terms in identifiers, and the term of docs/glossary.md for each. */
const FORMER_WORDS = [
  ['anew', 'reinterpretation'],
  ['asked-by-hand', 'override'],
  ['call-story', 'description of a call'],
  ['give-up', 'cancel, revoke or a permanent failure'],
  ['given-up', 'cancel, revoke or a permanent failure'],
  ['happening', 'trace channel'],
  ['judged', 'evaluated'],
  ['kept-answer', 'idempotency key'],
  ['kept-trial', 'what-if'],
  ['lastly', 'before the commit'],
  ['morning', 'dashboard'],
  ['said', 'message, output, response or content'],
  ['spared', 'redundant'],
  ['standing', 'current or effective'],
  ['stranger', 'unassigned user'],
  ['take-in', 'add to a laboratory, or include in the mean'],
  ['take-mean', 'set the reference lot'],
  ['told', 'reported, sent, shown or recorded'],
  ['tried-kit', 'what-if'],
  ['tried-run', 'what-if'],
  ['try-setting', 'what-if'],
  ['untold', 'not reported'],
  ['westgard-judge', 'evaluate'],
];

/** By name, because every identifier is checked and most of them occur many times. @type {Map<string, [word: string, term: string] | undefined>} */
const found = new Map();

/**
 * @param {string} name an identifier or file name: `anewOf`, `anew-dialog.tsx`
 * @returns {[word: string, term: string] | undefined} the former word in it, and its term
 */
export function formerWordIn(name) {
  if (!found.has(name)) found.set(name, findFormerWord(name));
  return found.get(name);
}

/** @param {string} name */
function findFormerWord(name) {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return FORMER_WORDS.find(([word]) => new RegExp(`(^|[^a-z])${word}s?($|[^a-z])`).test(words));
}

/**
 * Former phrases in texts for users, and the wording of docs/glossary.md for each.
 *
 * @type {readonly (readonly [RegExp, string])[]}
 */
const FORMER_PHRASES = [
  [/\banew\b/, 'again, or reinterpretation'],
  [/\bany ?more\b/, 'no longer'],
  [/\bwhoever\b|\bnobody’s\b|\bnobody's\b/, 'the user'],
  [/\b(takes?|taken|took) (in|\S+ into)\b/, 'add to a laboratory, or include in the mean'],
  [/\bstands? in the way\b/, 'block'],
  [/\b(is|are) told\b|\btell (your|an) administrator\b/, 'shown, or contact'],
  [/\bnear a border\b/, 'borderline'],
  [/\bcurves? in doubt\b/, 'doubtful curve'],
  [/\bkept templates?\b/, 'stored template'],
  [/\bbegun again\b|\bbegins? again\b/, 'restart'],
  [/\btr(y|ied|ies) on past runs\b/, 'evaluate on past runs'],
  [/\blooked for\b/, 'searched for'],
  [/\bof (our|its|your) own making\b/, 'own'],
  [/\bby hand\b/, 'manual, or override'],
  [/\b(next|last|previous) try\b/, 'attempt'],
  [/\bunbroken\b/, 'intact'],
  [/\bfor good\b/, 'permanently'],
  [/\brights on hold\b/, 'permissions on hold'],
  [/\bcyclers?\b/, 'analyser'],
  [/\blogs? out\b/, 'sign out'],
];

/**
 * @param {string} text of a screen, a message or a report
 * @returns {string | undefined} the glossary's wording for a former phrase in it
 */
export function formerPhraseIn(text) {
  const words = text.toLowerCase();
  return FORMER_PHRASES.find(([phrase]) => phrase.test(words))?.[1];
}

/** Files without texts for users: tests, benchmarks and code for trials. */
const WITHOUT_TEXTS = /[\\/](test|bench|e2e|standalone|scripts|generate|generated)[\\/]|\.test\.tsx?$/;

const plainTexts = {
  /** @param {{ filename: string, report: (found: { node: object, message: string }) => void }} context */
  create(context) {
    if (WITHOUT_TEXTS.test(context.filename)) return {};
    /** @type {(node: object, text: unknown) => void} */
    const check = (node, text) => {
      if (typeof text !== 'string' || !text.includes(' ')) return;
      const term = formerPhraseIn(text);
      if (term !== undefined) context.report({ node, message: `The glossary words this as: ${term}.` });
    };
    return {
      /** @param {{ value: unknown }} node */
      Literal(node) {
        check(node, node.value);
      },
      /** @param {{ value: { cooked: unknown } }} node */
      TemplateElement(node) {
        check(node, node.value.cooked);
      },
    };
  },
};

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

// oxlint-disable-next-line import/no-default-export -- required by the linter
export default {
  meta: { name: 'curvewell' },
  rules: { 'few-props': fewProps, 'plain-texts': plainTexts, 'standard-terms': standardTerms },
};
