import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { previewTemplate as endpoint } from '@lintel/contract/emails-queue';
import { call } from '../../../lib/api/call.ts';

/** It is asked with every pause in typing: what fails is shown where the preview stands. */
const previewTemplate = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/templates/preview', encoding: 'form' },
  { handles: [500] },
);

export interface Draft {
  subject: string;
  body: string;
  /** The event's id, as the form holds it; empty when none is chosen. */
  usedFor: string;
  unsubscribe: boolean;
}

/** A draft in the shape that the calls take. */
export const draftBody = ({ usedFor, ...draft }: Draft) => ({ ...draft, ...(usedFor !== '' && { usedFor }) });

const isComplete = ({ subject, body }: Draft): boolean => subject.trim() !== '' && body.trim() !== '';

/** What a draft makes of sample data. While the next one is on its way, the last one stays. */
export const previewQuery = (draft: Draft) =>
  queryOptions({
    queryKey: ['emails', 'preview', draft],
    queryFn: ({ signal }) => previewTemplate({ body: draftBody(draft) }, { signal }),
    enabled: isComplete(draft),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
