export type AnalysisErrorCode = 'length-mismatch' | 'algorithm-version' | 'phase-not-configured';

/** An input that no laboratory can produce: the caller's mistake. What biology or an instrument can do is a value. */
export class AnalysisError extends Error {
  readonly code: AnalysisErrorCode;

  constructor(code: AnalysisErrorCode, message: string) {
    super(message);
    this.name = 'AnalysisError';
    this.code = code;
  }
}
