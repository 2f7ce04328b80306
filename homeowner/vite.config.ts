import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Two builds: the island's scripts for the browser, and with `BUILD_SSR=1` the renderer for the
 * server.
 */
const ssr = process.env['BUILD_SSR'] === '1';

export default defineConfig({
  root: import.meta.dirname,
  base: '/homeowner/',
  plugins: [react()],
  // React's client alone is 68 kB gzipped of the 70 kB that the page may have; Preact runs the same
  // components in 5.
  resolve: {
    alias: ssr
      ? {}
      : {
          'react-dom/client': 'preact/compat/client',
          'react-dom': 'preact/compat',
          'react/jsx-runtime': 'preact/jsx-runtime',
          react: 'preact/compat',
        },
  },
  ssr: { noExternal: [/^@lintel\//] },
  build: ssr
    ? { ssr: 'src/entry-server.tsx', outDir: 'dist/ssr', target: 'node20', minify: false }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        rolldownOptions: { input: 'src/entry-client.tsx' },
      },
});
