export { documentJobs, documentSchedules, type HandOverDeps } from './send-to-lender.ts';
export { sendDocument } from './queue-jobs.ts';
export {
  deleteAllOf,
  selectDocuments,
  selectRequests,
  selectWaitingDocuments,
  type HomeownerDocument,
  type LenderRequest,
} from './repository.ts';
export { askFor, noteOutcome, removeAllFiles, removeLater, withdrawRequests } from './requests.ts';
export { SealedFiles, documentFiles } from './sealed-files.ts';
export { problemBehind, removeDocument, uploadDocument, type DocumentDeps } from './upload.ts';
