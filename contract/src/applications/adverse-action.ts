import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant, outcome } from '../core/fields.ts';
import { limit, listSchema, order, page } from '../core/list.ts';
import { keysOf, nonEmpty } from '../core/map-values.ts';
import { unowned } from '../core/owner.ts';
import { noticeKinds, noticeProblems, noticeStates } from './adverse-action-constants.ts';

/** Staff who keep the notices of adverse action. */
export const noticeAccess = staffWith(['adverse-action', 'manage_access']);
const allNotices = unowned('Staff with this privilege keep the notices to all homeowners.');

const kinds = nonEmpty(keysOf(noticeKinds));
const states = nonEmpty(keysOf(noticeStates));
const problems = nonEmpty(keysOf(noticeProblems));

export const noticePageSizes = [25, 50, 100] as const;
export const noticeOrders = ['due', 'created', 'sent'] as const;
/** The list's filters: the states, and unsent ones after their last day. */
export const noticeFilters = {
  all: 'All',
  due: 'To be sent',
  overdue: 'Overdue',
  ...noticeStates,
} as const;
export type NoticeFilter = keyof typeof noticeFilters;

export const noticeFilterShape = {
  state: z
    .union([z.literal('').transform(() => 'all' as const), z.enum(nonEmpty(keysOf(noticeFilters)))])
    .default('all'),
  /** Name, e-mail address, lender, or the application's number. */
  search: z.string().trim().max(250).default(''),
};

const notice = z.object({
  id: z.number(),
  applicationId: z.number(),
  companyName: z.string(),
  lenderId: z.number(),
  lenderName: z.string(),
  /** Empty after its removal. */
  applicantName: z.string(),
  kind: z.enum(kinds),
  state: z.enum(states),
  problem: z.enum(problems),
  createdAt: instant(),
  /** The last day that the law allows. */
  dueAt: instant(),
  isOverdue: z.boolean(),
  sentAt: instant().nullable(),
  /** When it was mailed on paper, `yyyy-mm-dd`. */
  mailedOn: z.string().nullable(),
  version: z.number(),
});
export type AdverseActionNotice = z.output<typeof notice>;

export const listNotices = endpoint({
  name: 'adverse-action.list',
  method: 'GET',
  path: '/manage/adverse-action-notices',
  summary: 'Notices of adverse action with their last days',
  access: noticeAccess,
  owner: allNotices,
  query: z.object({
    ...noticeFilterShape,
    page: page(),
    limit: limit(noticePageSizes, 25),
    order: order(noticeOrders, '+due'),
  }),
  /** `overdue`, `soon`, and `paper` count notices on all pages that staff have to act on. */
  response: listSchema(notice).extend({ overdue: z.number(), soon: z.number(), paper: z.number() }),
});

const byNotice = z.object({ id: id() });

export const readNotice = endpoint({
  name: 'adverse-action.read',
  method: 'GET',
  path: '/manage/adverse-action-notices/{id}',
  summary: 'One notice: its text as sent or as it would be sent now',
  access: noticeAccess,
  owner: allNotices,
  params: byNotice,
  response: notice.extend({
    email: z.string(),
    /** The postal address, as far as known. */
    address: z.string(),
    language: z.enum(['en', 'es']),
    /** In the markup of legal texts; empty while the lender's details are missing. */
    text: z.string(),
    /** SHA-256 of the text; empty until it is sent. */
    hash: z.string(),
    textVersion: z.number(),
    mailedBy: z.string(),
  }),
  errors: ['not_found'],
});
export type NoticeDetails = z.output<(typeof readNotice)['response']>;

export const fetchNoticePdf = endpoint({
  name: 'adverse-action.pdf',
  method: 'GET',
  path: '/manage/adverse-action-notices/{id}/pdf',
  summary: 'One notice as PDF, to print and mail',
  access: noticeAccess,
  owner: allNotices,
  params: byNotice,
  response: { file: 'application/pdf' },
  errors: ['not_found', 'conflict'],
  limit: { max: 120, seconds: 3600, by: 'account' },
  stepUp: true,
});

export const markNoticeMailed = endpoint({
  name: 'adverse-action.mailed',
  method: 'POST',
  path: '/manage/adverse-action-notices/{id}/mailed',
  summary: 'Record the day on which a notice was mailed on paper',
  access: noticeAccess,
  owner: allNotices,
  params: byNotice,
  body: z.object({ on: z.iso.date('Please enter a date.'), version: id() }),
  response: outcome.extend({ notice }),
  errors: ['not_found', 'conflict'],
  noStepUp: 'It records a day and hands out no data.',
});

export const mailNoticeOnPaper = endpoint({
  name: 'adverse-action.paper',
  method: 'POST',
  path: '/manage/adverse-action-notices/{id}/paper',
  summary: 'Mail a notice on paper instead of sending it by e-mail',
  access: noticeAccess,
  owner: allNotices,
  params: byNotice,
  body: z.object({ version: id() }),
  response: outcome.extend({ notice }),
  errors: ['not_found', 'conflict'],
  noStepUp: 'It changes a channel and hands out no data.',
});

export const exportNotices = endpoint({
  name: 'adverse-action.export',
  method: 'GET',
  reads: 'much',
  path: '/manage/adverse-action-export',
  summary: 'The notices as a spreadsheet, with the filters of the list',
  access: noticeAccess,
  owner: allNotices,
  changesState: true,
  query: z.object({ ...noticeFilterShape, format: z.enum(['csv', 'xlsx']).default('csv') }),
  response: { file: 'application/octet-stream' },
  errors: ['busy'],
  limit: { max: 10, seconds: 60, by: 'account' },
  stepUp: true,
});
