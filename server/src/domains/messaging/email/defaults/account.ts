import { toUser, type DefaultTemplate } from './template.ts';

const common = { category: 'Account', type: 1, to: toUser, unsubscribe: false } as const;

export const accountTemplates: DefaultTemplate[] = [
  {
    ...common,
    event: 'account-created',
    description: 'Welcomes a user to a newly activated account, with the first steps',
    subject: 'Welcome to {{ brand.name }}, {{ user.firstname }}',
    unsubscribe: true,
    body: `<h1>Welcome, {{ user.firstname }}</h1>
<p>Your account{% if company.name %} for <strong>{{ company.name }}</strong>{% endif %} is active. Three steps get your first application in:</p>
<ol>
  <li><strong>Check your page.</strong> Your logo, phone number, and the programs you want to offer.</li>
  <li><strong>Share it.</strong> Put the link, a widget, or a flyer where your customers already see you.</li>
  <li><strong>Watch it work.</strong> Every application shows up on your dashboard as it happens.</li>
</ol>
<p><a class="button" href="{{ link | default: brand.url }}">Go to my dashboard</a></p>
<p>Questions? Write to <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a>.</p>`,
  },
  {
    ...common,
    event: 'confirm-account',
    description: 'Link for a new user to choose a password',
    subject: 'Confirm your {{ brand.name }} account',
    body: `<h1>Confirm your account</h1>
<p>Hi {{ user.firstname }},</p>
<p>An account{% if company.name %} for <strong>{{ company.name }}</strong>{% endif %} was created for you. Choose a password to confirm it.</p>
<p><a class="button" href="{{ link }}">Choose a password</a></p>
<p class="small">The link works once{% if expiresIn %} and expires in {{ expiresIn }}{% endif %}. If you weren't expecting this e-mail, you can ignore it.</p>`,
  },
  {
    ...common,
    event: 'reset-password',
    description: 'Link to choose a new password',
    subject: 'Reset your {{ brand.name }} password',
    body: `<h1>Reset your password</h1>
<p>Hi {{ user.firstname }},</p>
<p>Someone asked to reset the password of your account. If it was you, choose a new one here.</p>
<p><a class="button" href="{{ link }}">Choose a new password</a></p>
<p class="small">The link works once{% if expiresIn %} and expires in {{ expiresIn }}{% endif %}. If it wasn't you, ignore this e-mail. Your password won't change.</p>`,
  },
  {
    ...common,
    event: 'change-email',
    description: 'Link to confirm a new e-mail address, sent to that address',
    subject: 'Confirm your new e-mail address',
    body: `<h1>Confirm your new e-mail address</h1>
<p>Hi {{ user.firstname }},</p>
<p>You asked to use <strong>{{ newEmail | default: to }}</strong> to sign in from now on. Please confirm that this address is yours.</p>
<p><a class="button" href="{{ link }}">Confirm this address</a></p>
<p class="small">The link works once{% if expiresIn %} and expires in {{ expiresIn }}{% endif %}. Until you confirm, keep signing in with your current address.</p>`,
  },
  {
    ...common,
    event: 'email-changed',
    description:
      'Notice to the old address that the account has a new one, with a link to restore the old one',
    subject: 'Your e-mail address was changed',
    body: `<h1>Your e-mail address was changed</h1>
<p>Hi {{ user.firstname }},</p>
<p>Your {{ brand.name }} account now uses <strong>{{ newEmail }}</strong>{% if oldEmail %} instead of {{ oldEmail }}{% endif %}.</p>
{% if link %}<p>If you didn't do this, someone else has your password. Use this button to recover your account: we'll restore this address and sign your account out on all devices, and you'll choose a new password. It works even if the password or e-mail address has been changed again.</p>
<p><a class="button" href="{{ link }}">Restore my e-mail</a></p>
<p class="small">The link works once{% if expiresIn %} and expires in {{ expiresIn }}{% endif %}. If you changed the address yourself, you don't need to do anything.</p>{% endif %}
{% if isRestored %}<p>The address was restored with the link in our e-mail about the change. The account was signed out on all devices, and the old password no longer works.</p>{% endif %}
<p>If you didn't do this, contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'password-changed',
    description: 'Notice that the password was changed',
    subject: 'Your password was changed',
    body: `<h1>Your password was changed</h1>
<p>Hi {{ user.firstname }},</p>
<p>The password of your {{ brand.name }} account was just changed.</p>
<p>If you didn't do this, contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'two-step-changed',
    description: 'Notice that two-step verification was changed or a recovery code was used',
    subject: 'Your two-step verification',
    body: `<h1>Your two-step verification</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ what | default: "Your two-step verification was changed." }} This is for your {{ brand.name }} account.</p>
<p>If you didn't do this, contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'sign-in-attempts',
    description: 'Notice of repeated wrong passwords',
    subject: 'Someone tried to sign in to your account',
    body: `<h1>Someone tried to sign in to your account</h1>
<p>Hi {{ user.firstname }},</p>
<p>A wrong password was entered for your {{ brand.name }} account at least {{ attempts | default: 10 }} times. None of those attempts got in. Each new attempt now has to wait longer, except on devices you've signed in on before, where your password works as usual.</p>
<p>If it was you, choose a new password. If it wasn't, you don't need to do anything as long as no one else knows your password.</p>
<p><a class="button" href="{{ link | default: brand.url }}">Choose a new password</a></p>
<p class="small">We won't e-mail you again while these attempts continue. Questions? Write to <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or call {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'new-device',
    description: 'Notice of a sign-in on a new device, with a link to report it',
    subject: 'New sign-in to your {{ brand.name }} account',
    body: `<h1>New sign-in to your account</h1>
<p>Hi {{ user.firstname }},</p>
<p>Your {{ brand.name }} account was just used on a device we haven't seen before.</p>
<p><strong>{{ signIn.device | default: "A new device" }}</strong>{% if signIn.address %}<br>Address: {{ signIn.address }}{% endif %}{% if signIn.at %}<br>{{ signIn.at }}{% endif %}</p>
<p>If it was you, you don't need to do anything. If it wasn't, let us know right away. We'll sign your account out on all devices, and you'll choose a new password.</p>
<p><a class="button" href="{{ link }}">This wasn't me</a></p>
<p class="small">The link works once{% if expiresIn %} and expires in {{ expiresIn }}{% endif %}. After that, use "Forgot password?" on the sign-in page. Questions? Write to <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or call {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'team-user-added',
    description: 'Invitation for a new team user, with a link to choose a password',
    subject:
      '{% if addedBy %}{{ addedBy }} invited you{% else %}You’re invited{% endif %} to {{ company.name | default: brand.name }}',
    body: `<h1>You were added to a team</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ addedBy | default: "Your team" }} gave you an account{% if company.name %} for <strong>{{ company.name }}</strong>{% endif %} on {{ brand.name }}. Choose a password to get started.</p>
<p><a class="button" href="{{ link }}">Choose a password</a></p>
<p class="small">The link works once{% if expiresIn %} and expires in {{ expiresIn }}{% endif %}. If you weren't expecting this e-mail, you can ignore it.</p>`,
  },
  {
    ...common,
    event: 'staff-invited',
    description: 'Invitation for a new staff member, with a link to choose a password',
    subject:
      '{% if invitedBy %}{{ invitedBy }} invited you{% else %}You’re invited{% endif %} to join the {{ brand.name }} staff',
    body: `<h1>Welcome to the {{ brand.name }} staff</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ invitedBy | default: "A colleague" }} gave you a staff account{% if roles %} with these roles: <strong>{{ roles }}</strong>{% endif %}. Choose a password to get started.</p>
<p><a class="button" href="{{ link }}">Choose a password</a></p>
<p class="small">The link works once{% if expiresIn %} and expires in {{ expiresIn }}{% endif %}. If you weren't expecting this e-mail, you can ignore it.</p>`,
  },
  {
    ...common,
    event: 'staff-welcome',
    description: 'Welcomes a staff member to a newly activated account',
    subject: 'Your {{ brand.name }} staff account is active',
    body: `<h1>Your staff account is active</h1>
<p>Hi {{ user.firstname }},</p>
<p>You can sign in now. The first time you do, you'll set up two-step verification with a passkey or an authenticator app. After that, your home page lists the work waiting for you.</p>
<p><a class="button" href="{{ link }}">Sign in</a></p>
<p class="small">If you didn't choose a password, contact an administrator.</p>`,
  },
  {
    ...common,
    event: 'staff-changed',
    description: 'Notice to a staff member that their account or roles were changed',
    subject: 'Your {{ brand.name }} staff account was changed',
    body: `<h1>Your staff account was changed</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ what | default: "Your staff account was changed." }}</p>
<p>If you weren't expecting this, contact an administrator.</p>`,
  },
  {
    ...common,
    event: 'new-administrator',
    description: 'Notice to administrators that there is a new administrator',
    subject:
      '{{ administrator.name | default: "Someone" }} is now an administrator of {{ brand.name }}',
    body: `<h1>A new administrator</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ by | default: "A colleague" }} made <strong>{{ administrator.name }}</strong>{% if administrator.email %} ({{ administrator.email }}){% endif %} an administrator of {{ brand.name }}. Administrators can do anything in the portal.</p>
<p><a class="button" href="{{ link | default: brand.url }}">See the staff accounts</a></p>
<p>If this isn't right, deactivate the account right away.</p>`,
  },
  {
    ...common,
    event: 'finish-sign-up',
    description: 'Link to finish signing up with an e-mail address we already have',
    subject: 'Finish signing up for {{ brand.name }}',
    body: `<h1>Finish signing up</h1>
<p>Hello,</p>
<p>Someone is signing up for {{ brand.name }} with this e-mail address, which we already have on file. If it's you, continue here. You haven't been charged.</p>
<p><a class="button" href="{{ link }}">Continue signing up</a></p>
<p class="small">The link works once{% if expiresIn %} and expires in {{ expiresIn }}{% endif %}. If it isn't you, you can ignore this e-mail. No one can continue without the link.</p>`,
  },
  {
    ...common,
    event: 'company-export-ready',
    description: 'Notice to the owner that the export of all company data is ready',
    subject: 'Your company data is ready to download',
    body: `<h1>Your company data is ready</h1>
<p>Hi {{ user.firstname }},</p>
<p>The export of all the data we keep for {{ company.name }} is ready. {% if until %}You can download it under Personal Info until {{ until }}. After that, we delete it, and you can request a new one.{% else %}Sign in and download it under Personal Info.{% endif %}</p>
<p><a class="button" href="{{ link | default: brand.url }}">Go to Personal Info</a></p>
<p>If you didn't request this, change your password and contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'applications-export-ready',
    description:
      'Notice to the user who requested a large export of the Applications report that it is ready',
    subject: 'Your Applications report export is ready to download',
    body: `<h1>Your export is ready</h1>
<p>Hi {{ user.firstname }},</p>
<p>The Applications report export for {{ company.name }}{% if report.rows %} with {{ report.rows }} rows{% endif %} is ready{% if report.file %}: {{ report.file }}{% endif %}. {% if until %}You can download it from the report until {{ until }}. After that, we delete it, and you can request a new one.{% else %}Sign in and download it from the report.{% endif %}</p>
<p><a class="button" href="{{ link | default: brand.url }}">Go to the export</a></p>
<p>If you didn't request this, change your password and contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
];
