/** Writes the generated pages into `reference/`: one for each area of the API, one for each published library. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createMarkdownFromOpenApi } from '@scalar/openapi-to-markdown';
import { Application, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';

import { AREAS } from '../../apps/api/src/http/openapi/areas.ts';
import { openApiDocument } from '../../apps/api/src/http/openapi/document.ts';
import { componentsFor } from '../../apps/api/src/http/openapi/schemas.ts';
import manifest from '../../package.json' with { type: 'json' };

const REFERENCE = join(import.meta.dirname, 'reference');

rmSync(REFERENCE, { recursive: true, force: true });
await writeApi();
for (const name of ['analysis', 'instruments']) await writeLibrary(name);

/** The OpenAPI document by area: on one page it would be 35,000 lines. */
async function writeApi(): Promise<void> {
  const folder = join(REFERENCE, 'api');
  mkdirSync(folder, { recursive: true });
  const { paths, components, ...document } = openApiDocument(manifest.version);
  for (const [area, description] of Object.entries(AREAS)) {
    const calls = callsOf(area, paths as Paths);
    const parts = components as { responses: unknown };
    const schemas = componentsFor({ calls, responses: parts.responses });
    const markdown = await createMarkdownFromOpenApi({
      ...document,
      info: { title: `API: ${area}`, version: manifest.version, description },
      tags: [],
      paths: calls,
      components: { ...parts, schemas },
    });
    // The converter works on its own copy in OpenAPI 3.2; the product serves 3.1.
    writeFileSync(join(folder, `${area}.md`), markdown.replace(/^- \*\*OpenAPI Version.*\n/m, ''));
  }
}

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;

function callsOf(area: string, paths: Paths): Paths {
  const entries = Object.entries(paths).map(([address, calls]) => {
    const ofArea = Object.entries(calls).filter(([, { tags }]) => tags.includes(area));
    return [address, Object.fromEntries(ofArea)] as const;
  });
  return Object.fromEntries(entries.filter(([, calls]) => Object.keys(calls).length > 0));
}

/** From the docstrings of what the package exports when it is published. */
async function writeLibrary(name: string): Promise<void> {
  const published = join(import.meta.dirname, '../../packages', name, 'published');
  const options: Partial<TypeDocOptions & PluginOptions> = {
    name: `@curvewell/${name}`,
    entryPoints: [join(published, 'index.ts')],
    tsconfig: join(published, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    out: join(REFERENCE, name),
    readme: 'none',
    disableSources: true,
    excludeExternals: true,
    // Types that only results are made of are described where they are used.
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    treatValidationWarningsAsErrors: true,
    logLevel: 'Warn',
    router: 'module',
    entryFileName: 'index',
    useHTMLAnchors: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
  };
  const app = await Application.bootstrapWithPlugins(options);
  const project = await app.convert();
  if (project === undefined) throw new Error(`TypeDoc read nothing of ${name}.`);
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error(`The docstrings of ${name} have errors.`);
}
