import { defineConfig } from 'vite';

/** The server as one file for Node; packages stay outside, the workspaces' own sources go in. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [/^@lintel\//] },
  build: { ssr: 'src/main.ts', outDir: 'dist', target: 'node20', sourcemap: true, emptyOutDir: true, minify: false },
});
