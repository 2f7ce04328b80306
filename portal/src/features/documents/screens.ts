/**
 * The document screens in one chunk: a user who has opened one of them can keep writing after going
 * offline.
 */
export { load } from './load.ts';
export { DocumentsPage } from './documents-page.tsx';
export { EditDocumentPage } from './editor/editor-page.tsx';
export { DocumentPage } from './detail/document-page.tsx';
