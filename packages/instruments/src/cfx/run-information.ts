import { cellText } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import type { Part } from '../part.ts';

type RunInformation = Pick<
  Part,
  'formatVersion' | 'software' | 'instrument' | 'runDate' | 'plateId' | 'runIdentity'
>;

export function isRunInformation(rows: readonly Row[]): boolean {
  const keys = rows.map(({ cells }) => cellText(cells[0]));
  return keys[0] === 'File Name' && keys.includes('Run Started');
}

/**
 * Complete when the last row, the software version ("CFX Manager Version", "CFX Maestro Version"), is
 * present.
 */
export function isWholeRunInformation(rows: readonly Row[]): boolean {
  return rows.some(({ cells }) => /^cfx .*version$/i.test(cellText(cells[0])) && cellText(cells[1]) !== '');
}

/** Reads the key and value columns of Bio-Rad's "Run Information". */
export function readRunInformation(rows: readonly Row[]): RunInformation {
  const values = new Map(rows.map(({ cells }) => [cellText(cells[0]).toLowerCase(), cellText(cells[1])]));
  const value = (key: string) => values.get(key) || null;
  const manager = value('cfx manager version');
  const maestro = value('cfx maestro version');
  const version = (maestro ?? manager)?.replace(/\.$/, '') ?? null;
  const serial = value('base serial number');
  const started = value('run started');
  return {
    formatVersion: version,
    software: version === null ? null : `CFX ${maestro === null ? 'Manager' : 'Maestro'} ${version}`,
    instrument: { name: 'Bio-Rad CFX', model: null, serial },
    runDate: started === null ? null : parseRunStarted(started),
    plateId: value('id'),
    runIdentity: started === null ? null : `${serial ?? ''} ${started}`,
  };
}

const STARTED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2}):(\d{2})(?: (AM|PM))?(?: (.*))?$/;

/**
 * `04/18/2019 13:47:21 UTC`, month first in every locale. The zone of an older form, `4/9/2023 1:35:03 PM UTC
 * -06:00`, is ignored, because one was seen to be wrong by two hours.
 */
export function parseRunStarted(text: string): string | null {
  const match = STARTED.exec(text.trim());
  if (match === null) return null;
  const [, month = '', day = '', year = '', hour = '', minute = '', second = '', half, zone] = match;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const local = `${date}T${String(hours).padStart(2, '0')}:${minute}:${second}`;
  if (Number.isNaN(Date.parse(`${local}Z`))) return null;
  return zone === 'UTC' ? `${local}Z` : local;
}
