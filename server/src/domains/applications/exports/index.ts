export { exportReport, startExport } from './export.ts';
export { largeExports } from './large/index.ts';
export { exportCells, exportColumns } from './rows.ts';
export type { ExportSizes } from './sizes.ts';
