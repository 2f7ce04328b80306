import { importFields, type ImportField } from '@lintel/contract/customers/constants';
import { keysOf } from '@lintel/contract/core/map-values';

/** Lowercase column names that other programs use for each field. */
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
    'customerfullname',
    'homeowner',
    'homeownername',
    'owner',
    'company',
    'companyname',
    'business',
    'businessname',
  ],
  firstName: ['firstname', 'first', 'fname', 'givenname', 'forename', 'contactfirstname'],
  lastName: ['lastname', 'last', 'lname', 'surname', 'familyname', 'contactlastname'],
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
    'phoneno',
    'ph',
    'cellno',
    'cellnumber',
    'mobileno',
    'contactphone',
    'workphone',
    'businessphone',
  ],
  email: ['email', 'emailaddress', 'mail', 'primaryemail', 'email1', 'emailid', 'contactemail'],
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
    'addr',
    'addr1',
    'addressline',
    'homeaddress',
    'mailingaddress',
    'mailingstreet',
    'shippingaddress',
    'shippingstreet',
    'propertyaddress',
    'jobaddress',
    'servicestreet',
  ],
  city: ['city', 'town', 'billingcity', 'mailingcity', 'shippingcity', 'servicecity', 'homecity'],
  state: [
    'state',
    'st',
    'province',
    'stateprovince',
    'billingstate',
    'mailingstate',
    'shippingstate',
    'servicestate',
  ],
  zip: [
    'zip',
    'zipcode',
    'zip5',
    'postal',
    'postalcode',
    'postcode',
    'zippostal',
    'zippostalcode',
    'zipcodepostalcode',
    'billingzip',
    'billingpostalcode',
    'mailingzip',
    'mailingpostalcode',
    'shippingzip',
    'servicezip',
  ],
  tags: ['tags', 'tag', 'labels', 'groups', 'category'],
  notes: ['notes', 'note', 'comment', 'comments', 'customernotes', 'description'],
};

const plain = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Number of fields whose name appears in a row. */
export const namedFields = (cells: readonly string[]): number => {
  const known = new Set(cells.map(plain));
  return importFields.filter((field) => names[field].some((name) => known.has(name))).length;
};

/** Guesses the column of each field from the headings: earlier names in the list win. */
export function guessColumns(headers: readonly string[]): Partial<Record<ImportField, number>> {
  const known = headers.map(plain);
  const found: Partial<Record<ImportField, number>> = {};
  for (const field of importFields) {
    const at = names[field].map((name) => known.indexOf(name)).find((place) => place !== -1);
    if (at !== undefined) found[field] = at;
  }
  // A full name and its parts would duplicate each other.
  if (found.firstName !== undefined && found.lastName !== undefined) delete found.name;
  const taken = keysOf(found);
  return taken.length === 0 && headers.length === 1 ? { name: 0 } : found;
}
