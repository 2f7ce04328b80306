import { defineConfig } from 'vite';

/**
 * The server's programs as files for Node; packages stay outside, the workspaces' own sources go
 * in.
 */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [/^@lintel\//, 'altcha-lib'] },
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'create-staff': 'src/create-staff.ts',
        backup: 'src/backup.ts',
        'audit-verify': 'src/audit-verify.ts',
        retention: 'src/retention.ts',
        distribute: 'src/distribute.ts',
        // A process of its own, which the helpers start from the folder that it lies in itself.
        'helper-process': 'src/platform/helper/helper-process.ts',
      },
      // Beside each other: the migrations are found from where a file lies.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // The running server keeps its maps: it needs the lines, and the sources lie in the repository.
        sourcemapExcludeSources: true,
      },
    },
  },
});
