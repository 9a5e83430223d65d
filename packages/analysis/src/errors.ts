export type AnalysisErrorCode = 'length-mismatch' | 'algorithm-version' | 'phase-not-configured';

/**
 * Invalid input by the caller. Anything that biology or an instrument can produce is a result, not an error.
 */
export class AnalysisError extends Error {
  readonly code: AnalysisErrorCode;

  constructor(code: AnalysisErrorCode, message: string) {
    super(message);
    this.name = 'AnalysisError';
    this.code = code;
  }
}
