import { defineConfig } from 'vite';

/**
 * Bundles the server's programs for Node; packages stay external, the workspaces' own sources are
 * included.
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
        'daily-counts': 'src/daily-counts.ts',
        distribute: 'src/distribute.ts',
        doctor: 'src/doctor.ts',
        // A separate process, which the helpers start from their own folder.
        'helper-process': 'src/platform/helper/helper-process.ts',
      },
      // In one folder, because migrations are located relative to a file.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // The running server keeps its source maps for line numbers; the sources are in the
        // repository.
        sourcemapExcludeSources: true,
      },
    },
  },
});
