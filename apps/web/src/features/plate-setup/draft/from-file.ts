import type { Position, Run, SampleType } from '@curvewell/domain';

/** Nobody has described the plate yet: what its wells hold on the server was in the files. */
const isAsRead = ({ analyses }: Run): boolean =>
  Object.values(analyses[0]?.wells ?? {}).every(({ kitVersion }) => kitVersion === null);

const wellRead = (run: Run, position: Position) =>
  isAsRead(run) ? run.analyses[0]?.wells[position] : undefined;

/** Whether a name is the one that the files gave a well. */
export const isNameOfFile = (
  run: Run,
  { position, name }: { readonly position: Position; readonly name: string },
): boolean => wellRead(run, position)?.name === name;

/** Whether a sample type is the one that the files gave a well. */
export const isTypeOfFile = (
  run: Run,
  { position, sampleType }: { readonly position: Position; readonly sampleType: SampleType | null },
): boolean => sampleType !== null && wellRead(run, position)?.sampleType === sampleType;
