/** The arguments of a script, without the `--` with which pnpm passes them on. */
export const givenArguments = (): string[] => process.argv.slice(2).filter((argument) => argument !== '--');
