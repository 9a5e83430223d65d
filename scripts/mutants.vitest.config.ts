import process from 'node:process';

/** Only the tests beside the rules that `pnpm test:mutants` changes, without pages or a database. Their time limit allows for a busy machine. */
export default { test: { include: process.env['RULE_TESTS']?.split(' ') ?? [], testTimeout: 60_000 } };
