import type { Route } from 'playwright/test';

/** Responds with a problem of the server, for use with `page.route`. */
export const problem = (status: number, fields: object) => (route: Route) =>
  route.fulfill({ status, json: { issues: [], requestId: 'req-77', ...fields } });
