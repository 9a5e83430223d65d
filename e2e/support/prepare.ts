import { isOnKeycloak } from './keycloak.ts';
import { prepareData } from './product.ts';

/** Before all journeys: fills the database that the products of the workers copy. */
export default async function prepare(): Promise<(() => void) | undefined> {
  if (isOnKeycloak() || process.env['E2E_URL'] !== undefined) return undefined;
  return prepareData();
}
