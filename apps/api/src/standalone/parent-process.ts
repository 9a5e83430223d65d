import { readFileSync } from 'node:fs';

const INTERVAL_MS = 1_000;

/** Calls back when the parent process has ended, so that a killed npm leaves no server running. */
export function stopWithParent(onGone: () => void): void {
  // npm starts a shell, which starts the script, which starts this process; any of them may be killed.
  const depth = process.env['npm_lifecycle_event'] === undefined ? 1 : 3;
  const ancestors = parentsOf(process.pid, depth);
  const timer = setInterval(() => {
    const now = parentsOf(process.pid, depth);
    if (now.length === ancestors.length && now.every((pid, index) => pid === ancestors[index])) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}

function parentsOf(pid: number, count: number): number[] {
  if (count === 0 || pid <= 1) return [];
  const parent = pid === process.pid ? process.ppid : parentOf(pid);
  return parent === undefined ? [] : [parent, ...parentsOf(parent, count - 1)];
}

/** Undefined without /proc, where only the direct parent is watched. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
