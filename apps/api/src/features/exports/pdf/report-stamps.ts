import type { Timestamp } from '../../../house-certificate/signed-data.ts';
import { openTimeStamps, type TimeStampSettings } from '../../../signing/time-stamps.ts';

export interface ReportStamps {
  readonly stamp: Timestamp;
  /** Why a report has no time stamp; null: all have one. */
  readonly failure: () => string | null;
}

/**
 * A report without a time stamp is still issued, as PAdES B-B, so that an authority's failure never delays
 * results. After the first failure the authority is skipped, because each answer may take seconds.
 *
 * @throws Error that names the certificate file when it cannot be read
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
