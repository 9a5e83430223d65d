import type { PlateType, RunFileFormat } from '@curvewell/domain';

import type { Part } from '../part.ts';
import { plateTypeOfSize } from '../assemble/position.ts';
import { ReadError } from '../read-error.ts';
import { parseLabDate } from './lab-date.ts';

type Keys = ReadonlyMap<string, string>;

/** The software that wrote a header block; null: not one of Applied Biosystems. */
export function formatOfKeys(keys: Keys): RunFileFormat | null {
  if (!keys.has('instrument type') && !keys.has('block type')) return null;
  if (keys.has('software name and version') || keys.has('run start date/time')) {
    return 'quantstudio-design-analysis';
  }
  if (keys.has('plate run start date/time')) return 'quantstudio-design-analysis';
  if (/quantstudio|viia/i.test(keys.get('instrument type') ?? '')) return 'quantstudio-real-time';
  return keys.has('experiment file name') ? 'stepone' : null;
}

type Header = Pick<
  Part,
  'formatVersion' | 'software' | 'instrument' | 'runDate' | 'plateId' | 'plateType' | 'runIdentity' | 'notes'
>;

export function readRunHeader(keys: Keys, file: string): Header {
  const value = (...names: string[]) =>
    names.map((name) => keys.get(name) ?? '').find((text) => text !== '' && text !== 'NA') ?? null;
  const software = value('software name and version');
  const started = value('run start date/time', 'plate run start date/time', 'experiment run start time');
  const ended = value('experiment run end time');
  const runName = value('file name', 'plate file name', 'experiment file name');
  const date = started ?? ended;
  return {
    formatVersion: software === null ? null : (/v(\d[\w.]*)/.exec(software)?.[1] ?? null),
    software,
    instrument: {
      name: value('instrument name'),
      model: value('instrument type'),
      serial: value('instrument serial number'),
    },
    runDate: date === null ? null : parseLabDate(date),
    plateId: value('barcode', 'experiment barcode'),
    plateType: plateTypeOfBlock(value('block type'), file),
    runIdentity: runName === null ? null : `${runName} ${date ?? ''}`,
    notes:
      started === null && ended !== null
        ? ['The file gives only the time at which the run ended; it is used as the date of the run.']
        : [],
  };
}

/** `96-Well 0.2-mL Block`, `384-Well Block`, `96well`, `96fast` */
function plateTypeOfBlock(block: string | null, file: string): PlateType | null {
  const size = block === null ? null : /^(\d+)\D/.exec(block)?.[1];
  if (size === null || size === undefined) return null;
  const plateType = plateTypeOfSize(Number(size));
  if (plateType !== null) return plateType;
  throw new ReadError({
    code: 'unexpected-content',
    place: { file },
    problem: 'plates of this size are not supported',
    found: block ?? '',
    expected: 'a block of 96 or 384 wells',
  });
}
