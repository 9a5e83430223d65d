import process from 'node:process';

/** Only the tests beside the rules that `pnpm test:mutants` changes, without pages or a database. */
export default { test: { include: process.env['RULE_TESTS']?.split(' ') ?? [] } };
