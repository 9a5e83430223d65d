/** The SHA-256 of a file, as the server stores it; null if the browser cannot compute it. */
export async function sha256Of(file: File): Promise<string | null> {
  // Insecure pages lack `crypto.subtle`. The import then works without a warning about known files.
  if (!window.isSecureContext) return null;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
