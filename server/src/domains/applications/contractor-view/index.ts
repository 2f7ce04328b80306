export { readOne } from './application-detail.ts';
export { findFlags, isToReview, readFlagged, reviewFlagged } from './flags-repository.ts';
export { sendFollowUpReminders } from './follow-ups.ts';
export { resolveDays, readCounts, readGraphs, readStages } from './graphs.ts';
export { applicationsWithIds, completedBetween } from './guarantee-repository.ts';
export {
  iterateFollowUps,
  ownsNote,
  iterateNotes,
  type FollowUpRow,
  type NoteRow,
} from './notes-repository.ts';
export { dropNote, finishFollowUp, planFollowUp, reopenFollowUp, writeNote } from './notes.ts';
export { presentColumnRow } from './present-report.ts';
export type { RelatedRecords } from './related.ts';
export {
  countReport,
  ownsApplication,
  reportQuery,
  rowFields,
  type ReportFilter,
  type ReportOrder,
  type ReportRow,
} from './report-repository.ts';
export { readFilter, readReport, readReportRows } from './report.ts';
