export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const figure = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

interface Row {
  readonly name: string;
  readonly product: number;
  readonly bare: number;
  readonly ratio: number;
  /** Null: for information only. */
  readonly goal: number | null;
}

export function printHead(): void {
  print('\n| request | product | bare | ratio | goal | |\n| --- | --: | --: | --: | --: | --- |');
}

/** Prints a row of a Markdown table. @returns whether the goal is met */
export function printRow({ name, product, bare, ratio, goal }: Row): boolean {
  const isMet = goal === null || ratio <= goal;
  const verdict = goal === null ? '' : isMet ? 'met' : '**not met**';
  const cells = [
    name,
    figure(product),
    figure(bare),
    ratio.toFixed(2),
    goal === null ? '' : `≤ ${goal}`,
    verdict,
  ];
  print(`| ${cells.join(' | ')} |`);
  return isMet;
}
