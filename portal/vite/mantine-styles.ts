import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')),
  'styles',
);
const classNames = /@mantine\/core\/esm\/(?:components|utils)\/.*\/(\w+)\.module\.mjs$/;

/**
 * Gives each Mantine component its own style sheet: the module with a component's class names
 * imports the sheet, so a screen loads only the styles of the components it uses.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'lintel-mantine-styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const name = classNames.exec(id)?.[1];
      if (name === undefined || !existsSync(join(folder, `${name}.layer.css`))) return null;
      return {
        code: `import '@mantine/core/styles/${name}.layer.css';\n${code}`,
        map: null,
        moduleSideEffects: true,
      };
    },
  };
}
