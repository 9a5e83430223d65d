import type { Route } from 'playwright/test';

/** Answers a call of the page with a problem of the server, for `page.route`. */
export const problem = (status: number, fields: object) => (route: Route) =>
  route.fulfill({ status, json: { issues: [], requestId: 'req-77', ...fields } });
