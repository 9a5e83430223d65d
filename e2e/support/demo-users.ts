/** The password with which the tests start the product. */
export const DEMO_PASSWORD = process.env['E2E_PASSWORD'] ?? 'correct horse battery';

/** The demo users, by what they may do. */
export const demoUser = {
  technician: 'tech',
  physician: 'physician',
  manager: 'manager',
  salesAdmin: 'sales',
  qaAdmin: 'quality',
  rdAdmin: 'research',
  superAdmin: 'super',
  technicianOfOtherLaboratory: 'tech.south',
  withoutLaboratory: 'newcomer',
} as const;
export type DemoLogin = (typeof demoUser)[keyof typeof demoUser];
