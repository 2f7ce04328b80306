import { toUser, type DefaultTemplate } from './template.ts';

const common = { category: 'Account', to: toUser, unsubscribe: false } as const;

/** To homeowners who request their data, the contractors concerned, and the staff who answer. */
export const privacyTemplates: DefaultTemplate[] = [
  {
    ...common,
    event: 'privacy-link',
    type: 1,
    description: 'Asks a homeowner to confirm a request for a copy or for deletion',
    subject: 'Please confirm your privacy request',
    body: `<h1>Please confirm your request</h1>
<p>Somebody asked for this with your e-mail address: <strong>{{ request.kind }}</strong>.{% if company %} It was asked on the page of {{ company.name }}.{% endif %}</p>
<p><a class="button" href="{{ link }}">Look at the request</a></p>
<p>The link works for {{ expiresIn }} and once. Nothing is sent or deleted before you confirm.</p>
<p class="small">If that was not you, ignore this message.</p>`,
  },
  {
    ...common,
    event: 'privacy-news',
    type: 1,
    description: 'Tells a homeowner how far a privacy request is',
    subject: '{{ news.title }}',
    body: `<h1>{{ news.title }}</h1>
{% for line in news.lines %}<p>{{ line }}</p>
{% endfor %}{% if link %}<p><a class="button" href="{{ link }}">{{ button }}</a></p>
{% endif %}<p class="small">Questions? Answer this message, or write to {{ brand.supportEmail }}.</p>`,
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
    description: 'Tells a contractor that a customer had personal data deleted',
    subject: 'A customer had personal data deleted',
    body: `<h1>A customer’s data was deleted</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ removed.name }} asked us on {{ removed.on }} to delete personal data, as privacy laws allow. In your reports these applications now read “Personal data removed”: {{ removed.applications }}. Amounts and dates stay.</p>
<p>Please delete what you keep about this customer elsewhere, too, unless a law or a contract needs it.</p>
<p><a class="button" href="{{ link }}">Open the report</a></p>`,
  },
  {
    ...common,
    event: 'privacy-due',
    type: 0,
    description: 'Reminds staff of a privacy request that is due in a week',
    subject: 'Privacy request {{ request.id }} is due on {{ request.due }}',
    body: `<h1>A privacy request is due</h1>
<p>Hi {{ user.firstname }},</p>
<p>Request {{ request.id }} ({{ request.kind }}) has to be answered by {{ request.due }}.</p>
<p><a class="button" href="{{ link }}">Open the request</a></p>`,
  },
];
