import type { DefaultTheme } from 'vitepress';

import { AREAS } from '../../../apps/api/src/http/openapi/areas.ts';

/** Each page by what a reader wants. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  group('Use', {
    'The first hour': 'docs/first-hour',
    'Run files': 'docs/formats',
    'Work lists': 'docs/work-lists',
    'Result files': 'docs/result-files',
    Glossary: 'docs/glossary',
  }),
  group('Operate', {
    Deployment: 'docs/deploy',
    'Without containers': 'docs/deploy-without-containers',
    Maintenance: 'docs/maintenance',
    Upgrade: 'docs/upgrade',
    Images: 'docs/images',
    Settings: 'docs/settings',
    Scaling: 'docs/scale',
    'Several clusters': 'docs/clusters',
    Monitoring: 'docs/operations/',
    'Release 0.2.0': 'docs/releases/0.2.0',
    'Release 0.1.0': 'docs/releases/0.1.0',
  }),
  group('Evaluate', {
    Analysis: 'docs/analysis',
    'Analysis: validation': 'docs/analysis-validation',
    Trust: 'docs/trust',
    Tampering: 'docs/tampering',
    Tests: 'docs/testing',
    Usability: 'docs/usability',
    Performance: 'docs/performance',
    'OWASP ASVS': 'docs/asvs',
  }),
  group('Connect', {
    API: 'docs/api',
    'Signed records': 'docs/record-format/',
    'Packed curves': 'docs/packed-curves',
    'Packed results': 'docs/packed-results',
    'Packed wells': 'docs/packed-wells',
    'Command line': 'apps/cli/',
    'curvewell-verify': 'apps/verify/',
  }),
  group('Change', {
    Contributing: 'CONTRIBUTING',
    Architecture: 'docs/architecture',
    Decisions: 'docs/adr/',
  }),
  group('Libraries', {
    Analysis: 'packages/analysis/',
    'Analysis: reference': 'reference/analysis/',
    'File readers': 'packages/instruments/',
    'File readers: reference': 'reference/instruments/',
  }),
  {
    ...group(
      'API reference',
      Object.fromEntries(Object.keys(AREAS).map((name) => [name, `reference/api/${name}`])),
    ),
    collapsed: true,
  },
];

function group(text: string, pages: Readonly<Record<string, string>>): DefaultTheme.SidebarItem {
  return { text, items: Object.entries(pages).map(([name, page]) => ({ text: name, link: `/${page}` })) };
}
