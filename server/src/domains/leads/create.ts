import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { createLead as contract } from '@lintel/contract/leads/lead';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { invalidField } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import {
  claimLead,
  crmLeadUrl,
  insertLeadContractor,
  isContractor,
  setLeadId,
} from '../contractors/index.ts';
import { notify } from '../messaging/index.ts';
import { openCrm } from './crm.ts';
import { offeredFirstTouch, offeredSource } from './fields.ts';
import { insertLead } from './lead-repository.ts';
import { ownerFor, type Assignment } from './owners.ts';
import { sendToCrm } from './jobs.ts';

type NewLead = RequestPart<typeof contract, 'body'>;
type Result = ResponseBody<typeof contract>;

/** Creates a lead, or reports the existing one that it duplicates. Throws field errors. */
export async function createLead(context: Context, caller: Caller, form: NewLead): Promise<Result> {
  return context.db.transaction(async (tx) => {
    const origin = await resolveOrigin(tx, form);
    await requirePartner(tx, form);
    const known = await claimLead(tx, form);
    if (known !== null) return reportDuplicate(context, known);
    const assigned = await ownerFor(tx, context, caller, form, origin.source.setId);
    return store(tx, context, caller, { form, origin, assigned });
  });
}

async function resolveOrigin(tx: Database, { leadSource, leadFirstTouch }: NewLead) {
  const source = await offeredSource(tx, leadSource);
  if (source === undefined) throw invalidField('leadSource', "This lead source isn't available.");
  const firstTouch = leadFirstTouch === '' ? null : await offeredFirstTouch(tx, leadFirstTouch);
  if (firstTouch === undefined)
    throw invalidField('leadFirstTouch', "This first touch isn't available.");
  return { source, firstTouch };
}

async function requirePartner(tx: Database, form: NewLead): Promise<void> {
  for (const field of ['partnerId', 'referralId'] as const) {
    const id = form[field];
    if (id !== undefined && !(await isContractor(tx, id)))
      throw invalidField(field, 'There is no contractor with this ID.');
  }
}

const words = { email: 'e-mail', phone: 'phone number', companyName: 'company name' } as const;

type DuplicateLead = NonNullable<Awaited<ReturnType<typeof claimLead>>>;

function reportDuplicate(
  { config }: Context,
  { field, value, leadId, companyName }: DuplicateLead,
): Result {
  const what = leadId === null ? 'contractor' : 'lead';
  return {
    error: 'already_exists',
    message: `A ${what} with this ${words[field]} already exists.`,
    field: value,
    leadId,
    companyName,
    leadUrl: leadId === null ? null : crmLeadUrl(config.crmLeadUrl, leadId),
    leadOwner: '',
  };
}

interface Facts {
  form: NewLead;
  origin: Awaited<ReturnType<typeof resolveOrigin>>;
  assigned: Assignment;
}

async function store(
  tx: Database,
  context: Context,
  caller: Caller,
  facts: Facts,
): Promise<Result> {
  const { form, origin, assigned } = facts;
  const {
    companyName,
    firstName,
    lastName,
    email,
    phone,
    partnerId = null,
    referralId = null,
  } = form;
  const contact = { companyName, firstName, lastName, email, phone };
  const at = context.clock.now();

  const contractorId = await insertLeadContractor(tx, {
    ...contact,
    partnerId,
    referralId,
    registeredAt: at,
  });
  const leadId = await insertLead(tx, {
    contractorId,
    sourceId: origin.source.id,
    firstTouchId: origin.firstTouch?.id ?? null,
    ownerId: assigned.owner?.id ?? null,
    setId: assigned.setId,
    createdAt: at,
    createdBy: caller.authenticated.id,
  });
  await setLeadId(tx, contractorId, leadId);
  const leadUrl = crmLeadUrl(context.config.crmLeadUrl, leadId);
  await announceLead(tx, context, { contractorId, contact, leadUrl });
  if (openCrm(context.config) !== null)
    await enqueue(tx, sendToCrm, { leadId }, { key: `crm-lead:${leadId}` });
  await note(tx, context, caller, { leadId, contractorId, facts });
  return {
    message: messageFor(form, assigned),
    leadId,
    companyName,
    leadUrl,
    leadOwner: assigned.owner?.fullName ?? '',
  };
}

function messageFor({ isAssignOwner }: NewLead, { owner }: Assignment): string {
  if (owner !== null) return `Lead created and assigned to ${owner.fullName}.`;
  return isAssignOwner
    ? "Lead created. Its source isn't in a distribution set with lead owners, so it has no owner yet."
    : 'Lead created. It has no owner yet.';
}

async function note(
  tx: Database,
  { clock }: Context,
  caller: Caller,
  { leadId, contractorId, facts }: { leadId: number; contractorId: number; facts: Facts },
): Promise<void> {
  const { origin, assigned } = facts;
  const given = [
    ['Lead source', origin.source.value],
    ['First touch', origin.firstTouch?.value ?? ''],
    ['Lead owner', assigned.owner?.fullName ?? ''],
  ] as const;
  const changes = given
    .filter(([, to]) => to !== '')
    .map(([field, to]) => ({ field, from: '', to }));
  await recordAudit(tx, clock, caller, {
    action: 'lead.created',
    entity: 'lead',
    entityId: leadId,
    contractorId,
    details: { changes, setId: assigned.setId },
  });
}

interface LeadNotice {
  contractorId: number;
  contact: {
    companyName: string;
    firstName: string;
    lastName: string;
    email: string;
    phone: string;
  };
  leadUrl: string;
}

/** Notifies the provider's recipients of a new lead, once. */
const announceLead = (
  tx: Database,
  context: Context,
  { contractorId, contact, leadUrl }: LeadNotice,
): Promise<void> =>
  notify(tx, context, {
    event: 'lead-created',
    key: `lead-created:${contractorId}`,
    contractorId,
    data: {
      lead: {
        company: contact.companyName,
        name: `${contact.firstName} ${contact.lastName}`.trim(),
        email: contact.email,
        phone: phoneText(contact.phone),
        state: '',
      },
      link: leadUrl,
    },
  });
