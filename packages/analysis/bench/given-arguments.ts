/** The arguments of a script, without the `--` that pnpm passes on. */
export const givenArguments = (): string[] => process.argv.slice(2).filter((argument) => argument !== '--');
