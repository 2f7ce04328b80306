import { toUser, type DefaultTemplate } from './template.ts';

const facts = (amount: string, until: string): string => `<table class="facts">
  {% if amount != "" %}<tr><td>${amount}</td><td>{{ amount }}</td></tr>{% endif %}
  <tr><td>${until}</td><td>{{ until }}</td></tr>
</table>`;
const button = (label: string): string => `<p><a class="button" href="{{ link }}">${label}</a></p>`;

/** From a contractor to a customer who requested it. It doesn't promise a loan. */
const templates: Pick<DefaultTemplate, 'event' | 'description' | 'subject' | 'body'>[] = [
  {
    event: 'apply-link',
    description: 'A contractor sends a customer a link to apply for financing',
    subject:
      '{% if isReminder %}Reminder: your{% else %}Your{% endif %} link to apply for financing with {{ company.name }}',
    body: `<h1>{% if isReminder %}Your link is still open{% else %}Apply for financing{% endif %}</h1>
<p>Hello{% if name != "" %} {{ name }}{% endif %},</p>
<p>{{ company.name }} sent you {% if isReminder %}another copy of your{% else %}a{% endif %} link to apply for financing for your project. The information {{ company.name }} already has is filled in. Each lender makes its own decision, and applying doesn't commit you to anything.</p>
${facts('Amount', 'Link expires')}
${button('Apply for financing')}
<p class="small">{% if company.phone != "" %}Questions? Call {{ company.name }} at {{ company.phone }}. {% endif %}If you didn't ask for this, you can ignore this e-mail. Please don't share the link: it shows your name, phone number, and e-mail address.</p>`,
  },
  {
    event: 'apply-link-es',
    description: 'The same as apply-link, in Spanish',
    subject:
      '{% if isReminder %}Recordatorio: su{% else %}Su{% endif %} enlace para solicitar financiamiento con {{ company.name }}',
    body: `<h1>{% if isReminder %}Su enlace sigue abierto{% else %}Solicite financiamiento{% endif %}</h1>
<p>Hola{% if name != "" %}, {{ name }}{% endif %}:</p>
<p>{{ company.name }} le envía {% if isReminder %}otra vez {% endif %}el enlace para solicitar financiamiento para su proyecto. Lo que {{ company.name }} sabe ya está escrito. Cada prestamista decide por su cuenta, y presentar la solicitud no le obliga a nada.</p>
${facts('Cantidad', 'El enlace funciona hasta el')}
${button('Solicitar financiamiento')}
<p class="small">{% if company.phone != "" %}¿Tiene preguntas? Llame a {{ company.name }} al {{ company.phone }}. {% endif %}Si usted no lo pidió, ignore este mensaje. No comparta el enlace: muestra su nombre, su teléfono y su correo electrónico.</p>`,
  },
];

export const linkTemplates: DefaultTemplate[] = templates.map((template) => ({
  ...template,
  category: 'Homeowners',
  type: 1,
  to: toUser,
  unsubscribe: true,
}));
