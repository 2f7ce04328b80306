import { serveSheets } from '../../platform/spreadsheet/thread.ts';
import { exportCells } from './export-cells.ts';

/** The program of the thread that makes exports of the report. */
serveSheets(exportCells);
