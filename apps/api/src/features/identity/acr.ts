const NUMBER = /^\d+$/;

/**
 * Whether a sign-in reaches the required level, by the `acr` of its token (OpenID Connect Core 2). Numbers,
 * which Keycloak uses for unnamed levels, are compared; names must be equal.
 */
export function satisfiesAcr(had: string | undefined, wanted: string): boolean {
  if (had === undefined) return false;
  return NUMBER.test(had) && NUMBER.test(wanted) ? Number(had) >= Number(wanted) : had === wanted;
}
