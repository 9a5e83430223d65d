import type { BenchDatabase } from './bench-database.ts';

/** One row of the table: a request and its maximum cost as a multiple of the bare one. */
export interface Case {
  readonly name: string;
  readonly path: string;
  /** Requests between two measurements of the processes. */
  readonly requests: number;
  readonly goal: number | null;
}

const NOBODYS = '00000000-0000-4000-8000-000000000000';

/** A laboratory with twelve listed runs besides the two that are opened. */
export async function readCases(database: BenchDatabase): Promise<Case[]> {
  const plate = await database.makeRun({ plateType: 'RECTANGULAR_96', isInterpreted: true });
  await database.copyRun(plate.id, 12);
  return [
    { name: 'live', path: '/health/live', requests: 500, goal: null },
    { name: 'me', path: '/api/me', requests: 500, goal: 3 },
    { name: 'list of 13', path: '/api/run', requests: 200, goal: 3 },
    { name: '404 on a run', path: `/api/run/${NOBODYS}`, requests: 200, goal: null },
    { name: 'open 96 × 2', path: `/api/run/${plate.id}`, requests: 120, goal: 3 },
    { name: 'chart 96 × 2', path: `/api/run/${plate.id}/chart`, requests: 120, goal: 1.5 },
  ];
}
