import type { Plugin } from 'vite';

const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/;
/** How each kind of schema is written as JSON Schema. */
const WRITERS = /^ *inst\._zod\.processJSONSchema = .*;$/gm;
/** What makes the methods that write one. */
const MAKERS = /^import \{ (\w+), (\w+) \} from "\.\.\/core\/to-json-schema\.js";$/m;
const NO_MAKERS = 'const $1 = () => undefined;\nconst $2 = () => () => undefined;';

/** Leaves out how zod writes schemas as JSON Schema, which only the server does. Checking does not change. */
export function plainSchemas(): Plugin {
  return {
    name: 'plain-schemas',
    apply: 'build',
    transform(code, id) {
      if (!SCHEMAS.test(id)) return null;
      const plain = code.replace(WRITERS, '').replace(MAKERS, NO_MAKERS);
      if (/processJSONSchema =|to-json-schema/.test(plain) || plain === code) {
        this.error('zod writes JSON Schema in another way than this plugin knows.');
      }
      return { code: plain, map: null };
    },
  };
}
