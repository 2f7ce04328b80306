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

/** How many fields the cells of a row name, if it has headings. */
export const namedFields = (cells: readonly string[]): number => {
  const known = new Set(cells.map(plain));
  return importFields.filter((field) => names[field].some((name) => known.has(name))).length;
};

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
