const NUMBER = /^\d+$/;

/**
 * Whether a sign-in reaches what is wanted, by the `acr` of its token (OpenID Connect Core 2). Numbers, as a Keycloak
 * without names for its levels writes them, are compared; names have to be the same.
 */
export function satisfiesAcr(had: string | undefined, wanted: string): boolean {
  if (had === undefined) return false;
  return NUMBER.test(had) && NUMBER.test(wanted) ? Number(had) >= Number(wanted) : had === wanted;
}
