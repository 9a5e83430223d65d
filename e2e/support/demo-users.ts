/** The demo users' password when tests start the product. */
export const DEMO_PASSWORD = process.env['E2E_PASSWORD'] ?? 'correct horse battery';

/** The demo users by role. */
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

/** Their realm roles, for providers where they must be set. */
export const DEMO_ROLES: Readonly<Record<DemoLogin, readonly string[]>> = {
  tech: [],
  physician: ['PHYSICIAN'],
  manager: ['LABORATORY_MANAGER'],
  sales: ['SALES_ADMIN'],
  quality: ['QA_ADMIN'],
  research: ['R&D_ADMIN'],
  super: ['SUPER_ADMIN'],
  'tech.south': [],
  newcomer: [],
};
