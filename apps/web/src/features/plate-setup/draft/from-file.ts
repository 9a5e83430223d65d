import type { Position, Run, SampleType } from '@curvewell/domain';

/** The plate setup has not been saved yet, so stored values come from the files. */
const isFromFiles = ({ analyses }: Run): boolean =>
  Object.values(analyses[0]?.wells ?? {}).every(({ kitVersion }) => kitVersion === null);

const wellRead = (run: Run, position: Position) =>
  isFromFiles(run) ? run.analyses[0]?.wells[position] : undefined;

export const isNameOfFile = (
  run: Run,
  { position, name }: { readonly position: Position; readonly name: string },
): boolean => wellRead(run, position)?.name === name;

export const isTypeOfFile = (
  run: Run,
  { position, sampleType }: { readonly position: Position; readonly sampleType: SampleType | null },
): boolean => sampleType !== null && wellRead(run, position)?.sampleType === sampleType;
