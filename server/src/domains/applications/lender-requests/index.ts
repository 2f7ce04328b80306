export { documentJobs, documentSchedules } from './send-to-lender.ts';
export { sendDocument } from './queue-jobs.ts';
export {
  deleteAll,
  selectDocuments,
  selectRequests,
  selectWaitingDocuments,
  type HomeownerDocument,
  type LenderRequest,
} from './repository.ts';
export {
  storeRequests,
  noteOutcome,
  removeAllFiles,
  removeLater,
  withdrawRequests,
} from './requests.ts';
export { documentFiles, openSealed } from './sealed-files.ts';
export { problemBehind, removeDocument, uploadDocument } from './upload.ts';
