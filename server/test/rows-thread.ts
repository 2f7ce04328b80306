import type { Cell } from '../src/platform/spreadsheet/cells.ts';
import { serveSheets } from '../src/platform/spreadsheet/thread.ts';

/** The program of a thread whose files hold rows as they are. */
serveSheets(() => (row: Record<string, Cell>) => Object.values(row));
