import type { Brand } from '@lintel/contract/brand';
import type { SentConsents } from '@lintel/contract/applications/consents';
import { phoneDigits } from '@lintel/contract/core/field-rules';
import {
  consentChanged,
  consentKinds,
  stateKindOf,
  type ConsentKind,
} from '@lintel/contract/legal/constants';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import {
  readProviderFacts,
  findRecentText,
  type LegalTextView,
  type LegalContext,
} from '../../legal/index.ts';
import { insertConsents, selectConsents, selectContactsByPhone } from './repository.ts';
import {
  findPageAndCompany,
  lockApplication,
  setApplication,
  type Application,
} from '../repository.ts';

export interface ConsentSource {
  address: string;
  userAgent: string;
}

/** Characters kept of the browser's user agent. */
const agentLength = 300;

export async function readLegalContext(
  db: Database,
  brand: Brand,
  { pageId }: Pick<Application, 'pageId'>,
): Promise<LegalContext> {
  const [{ pageName, shownName }, provider] = await Promise.all([
    findPageAndCompany(db, pageId),
    readProviderFacts(db),
  ]);
  return { brand, provider, page: { pageName, companyName: shownName } };
}

/** A box on the form: checked or not, with its text. */
interface CheckedConsent {
  kind: ConsentKind;
  agreed: boolean;
  shown: LegalTextView;
}

/**
 * Checks which texts the homeowner agreed to. Throws field errors for a text that the page hasn't
 * shown recently.
 */
export async function checkConsents(
  tx: Database,
  application: Application,
  { sent, brand, now }: { sent: SentConsents; brand: Brand; now: Date },
): Promise<CheckedConsent[]> {
  const at = await readLegalContext(tx, brand, application);
  const checked: CheckedConsent[] = [];
  const changed: Record<string, string> = {};
  for (const kind of consentKinds) {
    const { hash, agreed } = sent[kind];
    const shown = await findRecentText(tx, at, { kind, hash, now });
    if (shown === undefined) changed[`consents.${kind}.hash`] = consentChanged;
    else checked.push({ kind, agreed, shown });
  }
  if (Object.keys(changed).length > 0) throw new AppError('invalid', { fields: changed });
  return checked;
}

/**
 * The disclosure of the applicant's state that the form showed; null for none. Throws a field error
 * for a text that the page hasn't shown recently, or that is another state's.
 */
export async function checkDisclosure(
  tx: Database,
  application: Application,
  sent: { state: string; hash: string | undefined; brand: Brand; now: Date },
): Promise<LegalTextView | null> {
  const { state, hash, brand, now } = sent;
  if (hash === undefined) return null;
  const kind = stateKindOf(state);
  const at = await readLegalContext(tx, brand, application);
  const shown = kind === undefined ? undefined : await findRecentText(tx, at, { kind, hash, now });
  if (shown === undefined) throw invalidField('consents.state.hash', consentChanged);
  return shown;
}

interface SubmittedConsents {
  checked: readonly CheckedConsent[];
  from: ConsentSource;
  person: { name: string; email: string; phone: string };
  now: Date;
}

/**
 * Stores the consents in the transaction that sends the application, and returns the application's
 * own columns for them.
 */
export async function storeConsents(
  tx: Database,
  application: Application,
  { checked, from, person, now }: SubmittedConsents,
): Promise<{ consentAt: Date; consentVersion: string; textsAgreedAt: Date | null }> {
  const { contractorId, id: applicationId } = application;
  await insertConsents(
    tx,
    checked.map(({ kind, agreed, shown }) => ({
      contractorId,
      applicationId,
      kind,
      answer: agreed ? ('given' as const) : ('declined' as const),
      version: shown.version,
      effectiveFrom: shown.effectiveFrom,
      language: shown.language,
      textHash: shown.hash,
      text: shown.text,
      at: now,
      ...person,
      address: from.address,
      userAgent: from.userAgent.slice(0, agentLength),
    })),
  );
  return {
    consentAt: now,
    consentVersion: checked.map(({ kind, shown }) => `${kind} ${shown.version}`).join(', '),
    textsAgreedAt: checked.some(({ kind, agreed }) => kind === 'contact' && agreed) ? now : null,
  };
}

/** The state of a consent: the latest answer counts, the first defines the text shown. */
export interface Agreed {
  kind: ConsentKind;
  answer: 'given' | 'declined' | 'withdrawn';
  version: string;
  /** `yyyy-mm-dd`; null if not stored. */
  effectiveFrom: string | null;
  language: 'en' | 'es';
  text: string;
  hash: string;
  at: Date;
  withdrawnAt: Date | null;
  /** The source of the withdrawal: an address or a description. */
  withdrawnBy: string;
  from: { address: string | null; userAgent: string };
  person: { name: string; email: string; phone: string };
}

/** An application's consents, in the order of the form. */
export async function readAgreed(db: Database, application: Application): Promise<Agreed[]> {
  const rows = await selectConsents(db, application);
  return consentKinds.flatMap((kind) => {
    const own = rows.filter(({ row }) => row.kind === kind);
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) return [];
    const { row, text } = first;
    const { name, email, phone, address, userAgent } = row;
    return {
      kind,
      answer: last.row.answer,
      version: String(row.version),
      effectiveFrom: row.effectiveFrom,
      language: row.language,
      text,
      hash: row.textHash,
      at: row.at,
      withdrawnAt: last.row.answer === 'withdrawn' ? last.row.at : null,
      withdrawnBy:
        last.row.answer === 'withdrawn'
          ? [last.row.address, last.row.userAgent].filter(Boolean).join(', ')
          : '',
      from: { address, userAgent },
      person: { name, email, phone },
    };
  });
}

/**
 * Withdraws consent to automated calls and texts in the caller's transaction, which has locked the
 * application. Repeating it, or without consent, changes nothing. Returns whether it changed.
 */
export async function withdrawContact(
  tx: Database,
  application: Pick<Application, 'contractorId' | 'id'>,
  { address, userAgent, now }: { address: string | null; userAgent: string; now: Date },
): Promise<boolean> {
  const locked = await lockApplication(tx, application);
  if (locked === undefined || locked.textsAgreedAt === null) return false;
  const own = (await selectConsents(tx, application)).filter(({ row }) => row.kind === 'contact');
  const last = own.at(-1);
  if (last !== undefined && last.row.answer === 'given') {
    const { id: _id, ...row } = last.row;
    const agent = userAgent.slice(0, agentLength);
    const answer = 'withdrawn' as const;
    await insertConsents(tx, [
      { ...row, text: last.text, answer, at: now, address, userAgent: agent },
    ]);
  }
  await setApplication(tx, application, { textsAgreedAt: null });
  return true;
}

/** Stored instead of a user agent when a STOP reply withdrew the consent. */
const byText = 'STOP, in reply to a text message';

/**
 * Handles a STOP reply: withdraws consent to automated contact in all applications of that number,
 * across contractors, in the caller's transaction. A revocation by any reasonable means counts (47
 * CFR 64.1200(a)(10)). Repeating it changes nothing.
 */
export async function withdrawContacts(
  tx: Database,
  { number, now }: { number: string; now: Date },
): Promise<void> {
  for (const application of await selectContactsByPhone(tx, phoneDigits(number)))
    await withdrawContact(tx, application, { address: null, userAgent: byText, now });
}
