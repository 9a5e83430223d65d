/** One uploaded file: its name as the user knows it, and its bytes. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}
