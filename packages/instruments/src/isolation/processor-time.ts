import { readFile } from 'node:fs/promises';

/** Ticks per second in the kernel's process table; 100 on every Linux in use. */
const TICKS_PER_SECOND = 100;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Processor time of a process, ms; null where the system does not report it. */
export async function processorTimeMs(pid: number): Promise<number | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may contain spaces.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
    return (ticks / TICKS_PER_SECOND) * 1000;
  } catch {
    return null;
  }
}
