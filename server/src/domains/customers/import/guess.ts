import { importFields, type ImportField } from '@lintel/contract/customers/constants';
import { keysOf } from '@lintel/contract/core/map-values';

/** What the column of each field is called in files of other programs, in small letters alone. */
const names: Record<ImportField, readonly string[]> = {
  name: [
    'name',
    'fullname',
    'customer',
    'customername',
    'client',
    'clientname',
    'displayname',
    'contact',
    'contactname',
  ],
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'mobilenumber',
    'cell',
    'cellphone',
    'telephone',
    'tel',
    'homephone',
    'primaryphone',
    'mainphone',
    'phone1',
  ],
  email: ['email', 'emailaddress', 'mail', 'primaryemail', 'email1'],
  street: [
    'street',
    'address',
    'streetaddress',
    'address1',
    'addressline1',
    'street1',
    'billingstreet',
    'billingaddress',
    'serviceaddress',
  ],
  city: ['city', 'town', 'billingcity'],
  state: ['state', 'province', 'stateprovince', 'billingstate'],
  zip: ['zip', 'zipcode', 'postalcode', 'postcode', 'billingzip', 'billingpostalcode'],
  tags: ['tags', 'tag', 'labels', 'groups', 'category'],
  notes: ['notes', 'note', 'comment', 'comments', 'customernotes', 'description'],
};

const plain = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Which column each field seems to be, by the headings: the name that is listed first wins. */
export function guessColumns(headers: readonly string[]): Partial<Record<ImportField, number>> {
  const known = headers.map(plain);
  const found: Partial<Record<ImportField, number>> = {};
  for (const field of importFields) {
    const at = names[field].map((name) => known.indexOf(name)).find((place) => place !== -1);
    if (at !== undefined) found[field] = at;
  }
  // A whole name beside its parts would be the same twice.
  if (found.firstName !== undefined && found.lastName !== undefined) delete found.name;
  const taken = keysOf(found);
  return taken.length === 0 && headers.length === 1 ? { name: 0 } : found;
}
