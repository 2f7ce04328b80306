import { toUser, type DefaultTemplate } from './template.ts';

const common = { category: 'Support and leads', unsubscribe: false } as const;

export const supportTemplates: DefaultTemplate[] = [
  {
    ...common,
    event: 'widget-code',
    description: 'Widget code for the person who manages the website',
    type: 1,
    to: toUser,
    subject: 'Code for the {{ company.name }} website: {{ widget.name }}',
    body: `<h1>Code for your website</h1>
<p>{{ user.firstname }} {{ user.lastname }} of <strong>{{ company.name }}</strong> asked us to send you the code for this widget: {{ widget.name }}. Paste it into the page where the widget should appear.</p>
<pre>{{ widget.code }}</pre>
<p>It loads on its own and doesn't change anything else on the page.</p>`,
  },
  {
    ...common,
    event: 'invoice-link',
    description: 'A contractor sends a customer a link to the financing page',
    type: 1,
    to: toUser,
    unsubscribe: true,
    subject: 'Pay over time for your project with {{ company.name }}',
    body: `<h1>Pay for your project over time</h1>
<p><strong>{{ company.name }}</strong> works with several lenders. Fill out one short form to see what each of them can offer for your project. It takes about two minutes and doesn't affect your credit score.</p>
<p><a class="button" href="{{ link }}">See my options</a></p>
<p class="small">You're receiving this e-mail because {{ company.name }} asked us to send it to you along with an invoice or an estimate.</p>`,
  },
  {
    ...common,
    event: 'document-sent',
    description: 'A contractor sends a customer an estimate or an invoice',
    type: 1,
    to: toUser,
    subject: '{{ company.name }} sent you {{ document.kind }} {{ document.number }}',
    body: `<h1>Your {{ document.kind }} of {{ document.total }}</h1>
<p>Hello {{ customer }},</p>
<p><strong>{{ company.name }}</strong> sent you {{ document.kind }} {{ document.number }}. Open it online to read it, save it, respond to it, and see how to pay over time.</p>
{% if message != "" %}<blockquote>{{ message | escape | newline_to_br | raw }}</blockquote>{% endif %}
{% for item in document.items %}<p><strong>{{ item.name }}</strong>, {{ item.amount }}{% if item.details != "" %}<br>{{ item.details | escape | newline_to_br | raw }}{% endif %}</p>
{% endfor %}{% if document.more > 0 %}<p>{{ document.more }} more online.</p>{% endif %}
<p><a class="button" href="{{ link }}">Open the {{ document.kind }}</a></p>
<p class="small">This link is just for you. You're receiving this e-mail because {{ company.name }} asked us to send it to you.</p>`,
  },
  {
    ...common,
    event: 'document-sent-es',
    description: 'A contractor sends a customer an estimate or an invoice, in Spanish',
    type: 1,
    to: toUser,
    subject: '{{ company.name }} le envió {{ document.kind }} {{ document.number }}',
    body: `<h1>Su {{ document.kind }} de {{ document.total }}</h1>
<p>Hola, {{ customer }}:</p>
<p><strong>{{ company.name }}</strong> le envió {{ document.kind }} {{ document.number }}. En su página puede leerlo, guardarlo, responder y ver cómo pagar a plazos.</p>
{% if message != "" %}<blockquote>{{ message | escape | newline_to_br | raw }}</blockquote>{% endif %}
{% for item in document.items %}<p><strong>{{ item.name }}</strong>, {{ item.amount }}{% if item.details != "" %}<br>{{ item.details | escape | newline_to_br | raw }}{% endif %}</p>
{% endfor %}{% if document.more > 0 %}<p>Y {{ document.more }} más en su página.</p>{% endif %}
<p><a class="button" href="{{ link }}">Abrir {{ document.kind }}</a></p>
<p class="small">El enlace es solo para usted. Recibe este mensaje porque {{ company.name }} nos pidió que se lo enviáramos.</p>`,
  },
  {
    ...common,
    event: 'document-accepted',
    description: 'A customer accepted an estimate',
    type: 1,
    to: toUser,
    unsubscribe: true,
    subject: '{{ document.customer }} accepted estimate {{ document.number }}',
    body: `<h1>Estimate accepted</h1>
<p>Hi {{ user.firstname }},</p>
<p><strong>{{ document.customer }}</strong> accepted and signed estimate {{ document.number }} of {{ document.total }}.</p>
<p><a class="button" href="{{ link }}">Open the estimate</a></p>`,
  },
  {
    ...common,
    event: 'document-declined',
    description: 'A customer declined an estimate',
    type: 1,
    to: toUser,
    unsubscribe: true,
    subject: '{{ document.customer }} declined estimate {{ document.number }}',
    body: `<h1>Estimate declined</h1>
<p>Hi {{ user.firstname }},</p>
<p><strong>{{ document.customer }}</strong> declined estimate {{ document.number }} of {{ document.total }}.</p>
{% if document.reason != "" %}<blockquote>{{ document.reason }}</blockquote>{% endif %}
<p><a class="button" href="{{ link }}">Open the estimate</a></p>`,
  },
  {
    ...common,
    event: 'ask-question',
    description: 'A contractor asks a question',
    type: 0,
    to: '{{ brand.supportEmail }}',
    subject: 'Question from {{ company.name }}: {{ question.subject }}',
    body: `<h1>{{ question.subject }}</h1>
<p>{{ user.firstname }} {{ user.lastname }} of <strong>{{ company.name }}</strong> asks:</p>
<blockquote>{{ question.text | escape | newline_to_br | raw }}</blockquote>
<p>Reply to <a href="mailto:{{ user.email }}">{{ user.email }}</a>.</p>`,
  },
  {
    ...common,
    event: 'lead-created',
    description: 'A contractor asks for an account',
    type: 0,
    to: '{{ brand.supportEmail }}',
    subject:
      'New lead: {{ lead.company | default: lead.name | default: lead.email | default: lead.phone }}',
    body: `<h1>New lead</h1>
<table class="facts">
  <tr><td>Company</td><td>{{ lead.company }}</td></tr>
  <tr><td>Name</td><td>{{ lead.name }}</td></tr>
  <tr><td>E-mail</td><td><a href="mailto:{{ lead.email }}">{{ lead.email }}</a></td></tr>
  <tr><td>Phone</td><td>{{ lead.phone }}</td></tr>
  <tr><td>State</td><td>{{ lead.state }}</td></tr>
</table>
<p><a class="button" href="{{ link }}">Open the lead</a></p>`,
  },
];
