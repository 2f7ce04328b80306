import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` compares the tables with the last migration and writes the next one. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/src/domains/*/tables.ts',
    './server/src/domains/*/*-tables.ts',
    './server/src/domains/*/*/tables.ts',
    './server/src/domains/*/*/*/tables.ts',
    './server/src/platform/tables.ts',
    './server/src/platform/*/tables.ts',
  ],
  out: './server/migrations',
});
