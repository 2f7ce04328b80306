/**
 * What a stored message is about: the id of the row, and which of the row's messages it is.
 *
 * - `application`: for the contractor, about an application.
 * - `homeowner`: for the homeowner of an application.
 * - `document`: an estimate or invoice for its customer; `part` is the revision or version sent.
 * - `document-answer`: for the contractor, the customer's answer to a document.
 * - `link`: a link to apply; `part` is the number of the send.
 */
export type AboutKind = 'application' | 'homeowner' | 'document' | 'document-answer' | 'link';

export interface MessageAbout {
  kind: AboutKind;
  id: number;
  part?: number;
}

export interface AboutColumns {
  aboutKind: AboutKind | null;
  aboutId: number | null;
  aboutPart: number | null;
}

export const aboutColumns = (about: MessageAbout | undefined): AboutColumns => ({
  aboutKind: about?.kind ?? null,
  aboutId: about?.id ?? null,
  aboutPart: about?.part ?? null,
});

/** What a stored message is about; null when it is about no row. */
export const readAbout = ({ aboutKind, aboutId, aboutPart }: AboutColumns): MessageAbout | null =>
  aboutKind === null || aboutId === null
    ? null
    : { kind: aboutKind, id: aboutId, ...(aboutPart !== null && { part: aboutPart }) };
