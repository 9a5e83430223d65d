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

// oxlint-disable-next-line import/no-default-export -- the linter asks for one
export default { meta: { name: 'curvewell' }, rules: { 'few-props': fewProps } };
