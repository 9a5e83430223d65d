/** An uploaded file, stored on disk under a generated name until the request ends. */
export interface UploadedFile {
  readonly path: string;
  /** The original name without folders. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}
