import type { Timestamp } from '../../../house-certificate/signed-data.ts';
import { openTimeStamps, type TimeStampSettings } from '../../../signing/time-stamps.ts';

/** Stamps the signatures of the reports of one export. */
export interface ReportStamps {
  readonly stamp: Timestamp;
  /** Why a report has no stamp; null: each has one. */
  readonly failure: () => string | null;
}

/**
 * A report that cannot be stamped leaves without a stamp, as PAdES B-B: no authority keeps results from a patient. After
 * the first failure the authority is not asked again, since each answer may take seconds.
 *
 * @throws Error that names the file of certificates when it cannot be read
 */
export async function openReportStamps(settings: TimeStampSettings): Promise<ReportStamps> {
  const authority = await openTimeStamps(settings);
  let failure: string | null = null;
  return {
    stamp: async (signature) => {
      if (failure !== null) return null;
      try {
        return (await authority.stamp(signature)).token;
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error);
        return null;
      }
    },
    failure: () => failure,
  };
}
