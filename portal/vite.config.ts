import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandPlugin } from './vite/brand-plugin.ts';
import { mantineStyles } from './vite/mantine-styles.ts';

const api = process.env['API_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  base: '/',
  plugins: [react({ babel: { plugins: ['babel-plugin-react-compiler'] } }), brandPlugin(), mantineStyles()],
  build: { outDir: 'dist', manifest: true, target: 'es2022', assetsInlineLimit: 0 },
  server: { host: '127.0.0.1', port: 3130, proxy: { '/api': api } },
});
