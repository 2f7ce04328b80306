import { toUser, type DefaultTemplate } from './template.ts';

const common = { category: 'Applications', type: 1, to: toUser, unsubscribe: false } as const;

const desk = (link: string): string =>
  `<p><a class="button" href="{{ link }}">${link}</a></p>
<p class="small">For privacy, this message doesn’t name the homeowner. You can turn these messages off in your profile.</p>`;

/** To the people of lenders with a desk. */
export const lenderTemplates: DefaultTemplate[] = [
  {
    ...common,
    event: 'lender-person-invited',
    description: 'Invites someone of a lender to its desk, with the link to set a password',
    subject:
      '{% if invitedBy %}{{ invitedBy }} invited you{% else %}You are invited{% endif %} to the lender desk of {{ brand.name }}',
    body: `<h1>Welcome to the lender desk of {{ brand.name }}</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ invitedBy | default: "Our staff" }} gave you an account to answer applications for <strong>{{ lender.name }}</strong>. Choose a password, and set up two-step verification, to get started.</p>
<p><a class="button" href="{{ link }}">Choose a password</a></p>
<p class="small">The link works once{% if expiresIn %}, for {{ expiresIn }}{% endif %}. If you did not expect this message, you can ignore it.</p>`,
  },
  {
    ...common,
    event: 'lender-person-welcome',
    description: 'Confirms to someone of a lender that the account is active',
    subject: 'Your {{ brand.name }} account is active',
    body: `<h1>Your account is active</h1>
<p>Hi {{ user.firstname }},</p>
<p>You can now sign in to the lender desk.</p>
<p><a class="button" href="{{ link }}">Sign in</a></p>`,
  },
  {
    ...common,
    event: 'lender-desk-application',
    description: 'Notifies a lender’s people of a new application',
    subject: 'New application {{ application.reference }}',
    body: `<h1>You have a new application</h1>
<p>Hi {{ user.firstname }},</p>
<p>Application <strong>{{ application.reference }}</strong> waits for your answer.</p>
${desk('Open the application')}`,
  },
  {
    ...common,
    event: 'lender-desk-chosen',
    description: 'Notifies a lender’s people that a homeowner chose their offer',
    subject: 'Your offer was chosen: application {{ application.reference }}',
    body: `<h1>Your offer was chosen</h1>
<p>Hi {{ user.firstname }},</p>
<p>The homeowner of application <strong>{{ application.reference }}</strong> chose your offer.</p>
${desk('Open the application')}`,
  },
  {
    ...common,
    event: 'lender-desk-documents',
    description: 'Notifies a lender’s people of an uploaded document',
    subject: 'New document: application {{ application.reference }}',
    body: `<h1>A document arrived</h1>
<p>Hi {{ user.firstname }},</p>
<p>The homeowner of application <strong>{{ application.reference }}</strong> uploaded a document that you requested.</p>
${desk('Open the application')}`,
  },
];
