import js from '@eslint/js';
import query from '@tanstack/eslint-plugin-query';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const RESTRICTED_SYNTAX = [
  { selector: 'TSEnumDeclaration', message: 'Use a zod enum or an `as const` object.' },
  { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that a thing has one name.' },
];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules',
      '**/dist',
      '**/generated',
      '**/.turbo',
      '**/.stryker-tmp',
      'apps/web/public',
      'test-results',
      'playwright-report',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...RESTRICTED_SYNTAX],
    },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, '@tanstack/query': query },
    rules: { ...reactHooks.configs.recommended.rules, ...query.configs.recommended.rules },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['apps/web/src/data/**', '**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@tanstack/react-query',
          importNames: ['queryOptions', 'useMutation', 'useQueryClient'],
          message: 'Queries, mutations and their keys are made in data/<area>.ts: use one of those here.',
        },
      ],
    },
  },
  {
    files: ['apps/web/src/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...RESTRICTED_SYNTAX,
        {
          selector: 'TSInterfaceDeclaration[id.name=/Props$/] > TSInterfaceBody[body.length>12]',
          message: 'More than 12 properties: what the parts of a feature share goes through its context.',
        },
      ],
    },
  },
  {
    // Configuration files are read by tools that ask for a default export.
    files: ['*.config.{js,ts}', '**/*.config.{js,ts}', '.dependency-cruiser.js'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'e2e/**'],
    rules: { 'max-lines': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['apps/api/src/**/*.ts'],
    ignores: ['apps/api/src/database/transaction.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          property: '$transaction',
          message: 'Use `transaction` of db.ts: it waits for a turn and tries again.',
        },
      ],
    },
  },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
);
