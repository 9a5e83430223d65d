/** What may import what. The same table stands in CONTRIBUTING.md. */
const features = {
  analysers: 1,
  audit: 1,
  identity: 1,
  laboratories: 1,
  'live-events': 1,
  releases: 1,
  'saved-views': 1,
  kits: 2,
  users: 2,
  'file-transfer': 2,
  lots: 3,
  diagnostics: 3,
  plate: 4,
  'repeat-list': 4,
  templates: 5,
  'work-lists': 5,
  runs: 5,
  controls: 6,
  dashboard: 7,
  'first-steps': 7,
  interpretation: 7,
  decisions: 8,
  'starter-kits': 8,
  'kept-templates': 8,
  archive: 9,
  exports: 9,
  'what-if': 9,
  deliveries: 10,
  search: 10,
  jobs: 11,
};

const apiFeature = (name) => `^apps/api/src/features/${name}/`;

/** A feature reaches only features of an earlier rank. */
const rankRules = Object.entries(features).flatMap(([name, rank]) => {
  const later = Object.keys(features).filter((other) => other !== name && features[other] >= rank);
  // An empty list of paths would forbid everything.
  if (later.length === 0) return [];
  return [
    {
      name: `api-rank-${name}`,
      severity: 'error',
      comment: 'A feature reaches only features of an earlier rank.',
      from: { path: apiFeature(name) },
      to: { path: later.map(apiFeature) },
    },
  ];
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-knows-only-zod',
      severity: 'error',
      comment:
        'The domain holds shapes, rules and words, and knows no call: what a call alone takes or answers belongs to packages/contracts.',
      from: {
        path: '^packages/domain/src',
        pathNot: ['[.]test[.]ts$', '^packages/domain/src/record/(proof|time-stamp)[.]ts$'],
      },
      to: { pathNot: ['^packages/domain/src', 'node_modules/(zod|canonicalize)/'] },
    },
    {
      name: 'contracts-know-only-domain-and-zod',
      severity: 'error',
      comment: 'A call is declared with the shapes of packages/domain and with schemas of its own.',
      from: { path: '^packages/contracts/src', pathNot: ['[.]test[.]ts$'] },
      to: {
        pathNot: [
          '^packages/contracts/src',
          '^packages/domain/src/(?!derive/|record/(proof|time-stamp)[.])',
          'node_modules/zod/',
        ],
      },
    },
    {
      name: 'programs-without-server-know-no-calls',
      severity: 'error',
      comment:
        'Only API, pages and journeys know calls. Shapes, rules and words are in packages/domain: move there what is needed here.',
      from: { path: '^(apps/(cli|verify)|packages/(analysis|domain|instruments))/' },
      to: { path: '^packages/contracts/' },
    },
    {
      name: 'time-stamps-need-hashes-and-asn1',
      severity: 'error',
      comment: 'Programs alone load them: no page takes their libraries along.',
      from: { path: '^packages/domain/src/record/time-stamp[.]ts$' },
      to: { pathNot: ['^packages/domain/src', '^(node:)?crypto$', 'node_modules/(pkijs|asn1js)/'] },
    },
    {
      name: 'proofs-need-only-hashes',
      severity: 'error',
      comment: 'Records are checked with what Node itself brings, and with the shapes of the domain.',
      from: { path: '^packages/domain/src/record/proof[.]ts$' },
      to: { pathNot: ['^packages/domain/src', '^(node:)?crypto$'] },
    },
    {
      name: 'pages-load-no-proofs',
      severity: 'error',
      comment: 'What checks records runs on Node: pages ask the server.',
      from: {
        path: ['^packages/domain/src', '^apps/web'],
        pathNot: ['[.]test[.]ts$', '^packages/domain/src/derive/'],
      },
      to: { path: ['^packages/domain/src/record/proof[.]ts$', '^packages/domain/src/derive/'] },
    },
    {
      name: 'instruments-know-domain',
      severity: 'error',
      from: { path: '^packages/instruments/src' },
      to: { path: '^(apps|packages/analysis)/' },
    },
    {
      name: 'analysis-is-pure',
      severity: 'error',
      comment: 'The analysis computes. It takes types from the domain, and nothing at run time.',
      from: { path: '^packages/analysis/src', pathNot: ['[.]test[.]ts$'] },
      to: { pathNot: ['^packages/analysis/src', '^packages/domain/src'] },
    },
    {
      name: 'analysis-depends-on-nothing',
      severity: 'error',
      comment: 'Only types: the analysis has no dependency at run time.',
      from: { path: '^packages/analysis/src', pathNot: ['[.]test[.]ts$'] },
      to: { path: '^packages/domain/src', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'cli-joins-files-and-analysis',
      severity: 'error',
      comment: 'The command line knows neither server nor pages, and nobody knows it.',
      from: { path: '^apps/cli/src' },
      to: { path: '^apps/(api|web)/' },
    },
    {
      name: 'whoever-checks-knows-no-server',
      severity: 'error',
      comment:
        'Records are checked without the product; only its tests ask whether that finds what they changed.',
      from: { path: '^apps/verify/src' },
      to: { path: '^apps/(api|web|cli)/' },
    },
    {
      name: 'the-product-does-not-check-itself',
      severity: 'error',
      from: { path: '^(apps|packages|e2e)/', pathNot: '^apps/(verify|api/test)/' },
      to: { path: '^apps/verify/' },
    },
    {
      name: 'nobody-knows-the-cli',
      severity: 'error',
      from: { path: '^(apps|packages|e2e)/', pathNot: '^apps/cli/' },
      to: { path: '^apps/cli/' },
    },
    {
      name: 'web-knows-domain-and-contracts',
      severity: 'error',
      from: { path: '^apps/web/src' },
      to: { path: '^(apps/api|packages/(analysis|instruments))/' },
    },
    {
      name: 'api-knows-no-web',
      severity: 'error',
      from: { path: '^apps/api' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'web-calls-in-data',
      severity: 'error',
      comment:
        'Calls are made in data/<area>.ts alone: add a query or a mutation there, and use it here. ' +
        'What the call answers takes its place in the cache there, too.',
      from: { path: '^apps/web/src/(features|screens|app)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^apps/web/src/shared/api/api-client[.]ts$' },
    },
    {
      name: 'web-shared-first',
      severity: 'error',
      comment: 'What is shared knows nothing of the laboratory’s data: give it what it needs as a parameter.',
      from: { path: '^apps/web/src/shared/' },
      to: { path: '^apps/web/src/(data|features|screens|app)/' },
    },
    {
      name: 'web-data-second',
      severity: 'error',
      comment: 'data/ only asks and caches. What is shown of an answer belongs to the feature that asked.',
      from: { path: '^apps/web/src/data/' },
      to: { path: '^apps/web/src/(features|screens|app)/' },
    },
    {
      name: 'web-features-apart',
      severity: 'error',
      comment:
        'A feature reaches plate, curves and chart, which are of an earlier rank, and no other. A query that two ' +
        'features need belongs to data/, a component that knows no feature to shared/ui/; where one feature ' +
        'stands inside another, the screen puts it there: take it as a child or as a property.',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/($1|plate|curves|chart)/' },
    },
    {
      name: 'web-drawing-first',
      severity: 'error',
      comment:
        'plate, curves and chart draw what they are given: they know no data, and of other features only chart.',
      from: { path: '^apps/web/src/features/(plate|curves|chart)/' },
      to: { path: '^apps/web/src/(data/|features/(?!($1|chart)/))' },
    },
    {
      name: 'web-features-under-screens',
      severity: 'error',
      comment: 'Nothing points back up: what a feature needs of a screen it takes as a property.',
      from: { path: '^apps/web/src/(features|screens)/' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'web-screens-last',
      severity: 'error',
      comment: 'Nothing points back up: what a feature needs of a screen it takes as a property.',
      from: { path: '^apps/web/src/features/' },
      to: { path: '^apps/web/src/screens/' },
    },
    {
      name: 'api-features-by-index',
      severity: 'error',
      comment:
        'A feature is reached through its index.ts only; chart-wells.ts, plate-wells.ts and stored-slopes.ts also by themselves, since threads that load the index would load the whole server.',
      from: { path: '^apps/api/src/features/([^/]+)/' },
      to: {
        path: '^apps/api/src/features/',
        pathNot: [
          '^apps/api/src/features/$1/',
          '/(index|interpretation/chart/((chart|plate)-wells|stored-slopes))[.]ts$',
        ],
      },
    },
    {
      name: 'api-operations-know-no-transport',
      severity: 'error',
      comment:
        'Only the routes.ts of a feature serves calls. An operation takes the caller from actor.ts, an uploaded ' +
        'file from formats/uploaded-file.ts, and returns what it answers, or a body of formats/response-bodies.ts.',
      from: { path: '^apps/api/src/features/', pathNot: '/routes[.]ts$' },
      to: { path: '^apps/api/src/http/' },
    },
    {
      name: 'product-knows-no-standalone',
      severity: 'error',
      comment:
        'What is only for trying out (embedded services, demo) is added to the product, never used by it.',
      from: { path: '^apps/api/src/', pathNot: '^apps/api/src/standalone/' },
      to: { path: '^apps/api/src/standalone/' },
    },
    ...rankRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/generated/', '/dist/', 'node_modules/.cache'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
    },
  },
};
