import type { TestApp } from '../create-test-app.ts';
import { pdfText, workbookCells } from '../read-exports.ts';

/** The answers of a release about a run; null: it has none. */
export interface RunAnswers {
  readonly id: string;
  readonly businessId: number;
  readonly status: string;
  readonly isArchived: boolean;
  /** Its wells with calls, explanations and curve points. */
  readonly chart: unknown;
  readonly csv: string | null;
  readonly pdf: string | null;
  readonly xlsx: Record<string, string[][]> | null;
  readonly lis: string | null;
  readonly fhir: unknown;
  /** The signed record as a zip, base64. */
  readonly record: string | null;
}

interface Listed {
  readonly id: string;
  readonly businessId: number;
  readonly status: string;
  readonly isArchived: boolean;
}

/** All answers of a release about the runs of the northern laboratory, by business id. */
export async function askRelease(test: TestApp): Promise<RunAnswers[]> {
  const answers = [];
  for (const run of await runsOf(test)) answers.push(await askRun(test, run));
  return answers;
}

/** Only their CSV, in the same order. */
export async function askCsv(test: TestApp): Promise<(string | null)[]> {
  const answers = [];
  for (const run of await runsOf(test)) answers.push(await exportOf(test, run, 'CSV'));
  return answers.map((csv) => csv && csv.toString());
}

async function runsOf(test: TestApp): Promise<Listed[]> {
  const { listObjects: live } = (await test.call('tech', 'GET', '/run?page=0&size=100')).json<{
    listObjects: Omit<Listed, 'isArchived'>[];
  }>();
  const search = { searchCriteria: [], size: 100 };
  const { values: archived } = (await test.call('tech', 'POST', '/archive/runs/search', search)).json<{
    values: Omit<Listed, 'isArchived'>[];
  }>();
  return [
    ...live.map((run) => ({ ...run, isArchived: false })),
    ...archived.map((run) => ({ ...run, isArchived: true })),
  ].sort((a, b) => a.businessId - b.businessId);
}

const exportOf = (test: TestApp, { id, isArchived }: Listed, format: string) =>
  answerOf(test, 'POST', isArchived ? `/run/archive/${id}/export` : `/run/export/${id}`, { format });

async function askRun(test: TestApp, run: Listed): Promise<RunAnswers> {
  const { id, businessId, status, isArchived } = run;
  const exported = (format: string) => exportOf(test, run, format);
  const results = (format: string) => answerOf(test, 'POST', `/run/export/${id}/results`, { format });
  const [csv, pdf, xlsx] = [await exported('CSV'), await exported('PDF'), await exported('XLSX')];
  const [lis, fhir] = [await results('LIS_CSV'), await results('FHIR')];
  // Large answers are stored for one run only.
  const isRecorded = status === 'APPROVED' && !isArchived;
  const record = isRecorded ? await answerOf(test, 'POST', `/run/export/${id}/record`) : null;
  return {
    id,
    businessId,
    status,
    isArchived,
    chart: await chartOf(test, id, isArchived),
    csv: csv && csv.toString(),
    pdf: pdf && (await pdfText(pdf)),
    xlsx: xlsx && (await workbookCells(xlsx)),
    lis: lis && lis.toString(),
    fhir: fhir && JSON.parse(fhir.toString()),
    record: record && record.toString('base64'),
  };
}

async function chartOf(test: TestApp, id: string, isArchived: boolean): Promise<unknown> {
  const answer = await answerOf(test, 'GET', isArchived ? `/run/${id}/archive` : `/run/${id}/chart`);
  const body: unknown = answer && JSON.parse(answer.toString());
  return isArchived ? (body as { interpretedWells: unknown } | null)?.interpretedWells : body;
}

/** Null: refused, or unknown to the release. */
async function answerOf(
  test: TestApp,
  method: 'GET' | 'POST',
  url: string,
  body?: object,
): Promise<Buffer | null> {
  const answer = await test.call('physician', method, url, body);
  return answer.statusCode === 200 ? answer.rawPayload : null;
}
