/** The SHA-256 of a file, as the server keeps it; null where the browser cannot compute one. */
export async function sha256Of(file: File): Promise<string | null> {
  // Only on secure pages; without it nobody is warned, and the import goes on.
  if (!window.isSecureContext) return null;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
