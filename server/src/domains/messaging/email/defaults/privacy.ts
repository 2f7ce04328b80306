import { toUser, type DefaultTemplate } from './template.ts';

const common = { category: 'Account', to: toUser, unsubscribe: false } as const;

/** To homeowners who request their data, the contractors involved, and the staff who answer. */
export const privacyTemplates: DefaultTemplate[] = [
  {
    ...common,
    event: 'privacy-link',
    type: 1,
    description: 'Asks a homeowner to confirm a request to receive or delete their data',
    subject: 'Please confirm your privacy request',
    body: `<h1>Please confirm your request</h1>
<p>Someone used your e-mail address to make this request{% if company %} on the page of {{ company.name }}{% endif %}: <strong>{{ request.kind }}</strong>.</p>
<p><a class="button" href="{{ link }}">Review the request</a></p>
<p>The link works once and expires in {{ expiresIn }}. Nothing is sent or deleted until you confirm.</p>
<p class="small">If this wasn't you, you can ignore this e-mail.</p>`,
  },
  {
    ...common,
    event: 'privacy-news',
    type: 1,
    description: 'Update on a homeowner’s privacy request',
    subject: '{{ news.title }}',
    body: `<h1>{{ news.title }}</h1>
{% for line in news.lines %}<p>{{ line }}</p>
{% endfor %}{% if link %}<p><a class="button" href="{{ link }}">{{ button }}</a></p>
{% endif %}<p class="small">Questions? Reply to this e-mail or write to {{ brand.supportEmail }}.</p>`,
  },
  {
    ...common,
    event: 'privacy-link-es',
    type: 1,
    description: 'The same as privacy-link, in Spanish',
    subject: 'Confirme su solicitud de privacidad',
    body: `<h1>Confirme su solicitud</h1>
<p>Alguien pidió esto con su correo electrónico: <strong>{{ request.kind }}</strong>.{% if company %} Lo pidió en la página de {{ company.name }}.{% endif %}</p>
<p><a class="button" href="{{ link }}">Ver la solicitud</a></p>
<p>El enlace funciona durante {{ expiresIn }} y una sola vez. No se envía ni se elimina nada antes de que usted confirme.</p>
<p class="small">Si no fue usted, ignore este mensaje.</p>`,
  },
  {
    ...common,
    event: 'privacy-news-es',
    type: 1,
    description: 'The same as privacy-news, in Spanish',
    subject: '{{ news.title }}',
    body: `<h1>{{ news.title }}</h1>
{% for line in news.lines %}<p>{{ line }}</p>
{% endfor %}{% if link %}<p><a class="button" href="{{ link }}">{{ button }}</a></p>
{% endif %}<p class="small">¿Tiene preguntas? Responda a este mensaje o escriba a {{ brand.supportEmail }}.</p>`,
  },
  {
    ...common,
    event: 'privacy-removed',
    type: 1,
    description: 'Notice to a contractor that a customer had their personal data deleted',
    subject: 'A customer’s personal data was deleted',
    body: `<h1>A customer’s personal data was deleted</h1>
<p>Hi {{ user.firstname }},</p>
<p>On {{ removed.on }}, {{ removed.name }} asked us to delete their personal data, as privacy laws allow. In your reports, these applications now show “Personal data removed”: {{ removed.applications }}. Amounts and dates stay.</p>
<p>Please also delete any data about this customer that you keep elsewhere, unless a law or a contract requires you to keep it.</p>
<p><a class="button" href="{{ link }}">Open the report</a></p>`,
  },
  {
    ...common,
    event: 'privacy-due',
    type: 0,
    description: 'Reminder to staff of a privacy request due in a week',
    subject: 'Privacy request {{ request.id }} is due on {{ request.due }}',
    body: `<h1>A privacy request is due soon</h1>
<p>Hi {{ user.firstname }},</p>
<p>Request {{ request.id }} ({{ request.kind }}) must be answered by {{ request.due }}.</p>
<p><a class="button" href="{{ link }}">Open the request</a></p>`,
  },
];
