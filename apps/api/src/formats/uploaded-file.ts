/** A file that was sent, on disk under a name of ours until the request ends. */
export interface UploadedFile {
  readonly path: string;
  /** As its owner calls it, without folders. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}
