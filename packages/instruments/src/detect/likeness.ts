import { plainDye as plain, RUN_FILE_FORMAT_LABEL } from '@curvewell/domain/reading';

import type { UploadRun } from '../upload/upload-runs.ts';

/** The instrument's name in the files of the run. */
export function instrumentOf({ parts }: UploadRun): string | null {
  const names = [
    ...parts.map(({ instrument }) => instrument.name),
    ...parts.map(({ instrument }) => instrument.model),
  ];
  return names.find((name) => name !== null) ?? null;
}

/** -1: the analyser has the name of the run's instrument; 0: a similar one; 1: that of its format; 2: neither. */
export function dissimilarityOf(name: string, run: UploadRun): -1 | 0 | 1 | 2 {
  const [first] = run.parts;
  const isCalled = (text: string | null) => text !== null && isAlike(name, text);
  const instrument = instrumentOf(run);
  if (instrument !== null && plain(name) === plain(instrument)) return -1;
  if (isCalled(instrument)) return 0;
  return first !== undefined && isCalled(RUN_FILE_FORMAT_LABEL[first.format]) ? 1 : 2;
}

/** `Bio-Rad CFX96` resembles `Bio-Rad CFX`, `LightCycler 480` resembles `LightCycler 96`. */
function isAlike(name: string, text: string): boolean {
  const words = (of: string): readonly string[] => of.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const ofText = words(text);
  return words(name).some((word) => word !== 'bio' && word !== 'rad' && ofText.includes(word));
}
