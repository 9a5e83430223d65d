import process from 'node:process';

/** The tests beside the rules that `pnpm test:mutants` changes, and nothing that they do not need: no page, no database. */
export default { test: { include: process.env['RULE_TESTS']?.split(' ') ?? [] } };
