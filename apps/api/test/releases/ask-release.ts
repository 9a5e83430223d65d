import type { TestApp } from '../create-test-app.ts';
import { pdfText, workbookCells } from '../read-exports.ts';

/** What a release answers of a run. null: it has no such answer. */
export interface RunAnswers {
  readonly id: string;
  readonly businessId: number;
  readonly status: string;
  readonly isArchived: boolean;
  /** Its wells with calls, explanations and the points of their curves. */
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
}

/** Everything that a release answers of the runs of the northern laboratory, by business id. */
export async function askRelease(test: TestApp): Promise<RunAnswers[]> {
  const { listObjects: live } = (await test.call('tech', 'GET', '/run?page=0&size=100')).json<{
    listObjects: Listed[];
  }>();
  const search = { searchCriteria: [], size: 100 };
  const { values: archived } = (await test.call('tech', 'POST', '/archive/runs/search', search)).json<{
    values: Listed[];
  }>();
  const answers = [];
  for (const run of live) answers.push(await askRun(test, run, false));
  for (const run of archived) answers.push(await askRun(test, run, true));
  return answers.sort((a, b) => a.businessId - b.businessId);
}

async function askRun(
  test: TestApp,
  { id, businessId, status }: Listed,
  isArchived: boolean,
): Promise<RunAnswers> {
  const place = isArchived ? `/run/archive/${id}/export` : `/run/export/${id}`;
  const exported = (format: string) => answerOf(test, 'POST', place, { format });
  const results = (format: string) => answerOf(test, 'POST', `/run/export/${id}/results`, { format });
  const [csv, pdf, xlsx] = [await exported('CSV'), await exported('PDF'), await exported('XLSX')];
  const [lis, fhir] = [await results('LIS_CSV'), await results('FHIR')];
  // One is enough of what is large.
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

/** null: it is refused, since there is nothing to answer, or the release does not know the call. */
async function answerOf(
  test: TestApp,
  method: 'GET' | 'POST',
  url: string,
  body?: object,
): Promise<Buffer | null> {
  const answer = await test.call('physician', method, url, body);
  return answer.statusCode === 200 ? answer.rawPayload : null;
}
