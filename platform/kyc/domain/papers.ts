/** Kinds of document, as the specification has them. */
export const certificates = ['id-card', 'driving-licence', 'passport'] as const
export type Certificate = (typeof certificates)[number]

/** Everything a submission may consist of, in the order it is asked and checked. */
export const paperFields = [
  'country',
  'certificate',
  'name',
  'birthDate',
  'number',
  'expiry',
  'curp',
  'rfc',
  'cpf',
  'cnpj',
  'front',
  'back',
] as const
export type PaperField = (typeof paperFields)[number]

/** What somebody sends; photos by the id of the upload. Left out: not given. */
export type PaperTexts = { readonly [Field in PaperField]?: string | undefined }

/** A person's papers, read: what is kept, encrypted. */
export interface Papers {
  readonly name: string
  readonly birthDate: string
  readonly number: string
  readonly expiry?: string
  readonly curp?: string
  readonly rfc?: string
  readonly cpf?: string
  readonly cnpj?: string
}

/** What may be left out though it is asked. */
export type Asked = Readonly<Partial<Record<PaperField, 'needed' | 'optional'>>>

/**
 * What is asked of whom. Mexico: CURP, and the RFC if there is one. Brazil: CPF, and the CNPJ if there is one; its older
 * identity cards never expire. A passport has one page.
 */
export function askedFields(country: string, certificate: Certificate): Asked {
  const numbers: Asked =
    country === 'MX' ? { curp: 'needed', rfc: 'optional' } : country === 'BR' ? { cpf: 'needed', cnpj: 'optional' } : {}
  return {
    country: 'needed',
    certificate: 'needed',
    name: 'needed',
    birthDate: 'needed',
    number: 'needed',
    expiry: country === 'BR' && certificate === 'id-card' ? 'optional' : 'needed',
    ...numbers,
    front: 'needed',
    ...(certificate === 'passport' ? {} : { back: 'needed' }),
  }
}

/** The states of ISO 3166, two letters each. Their names are the browser's to tell. */
const countryText =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN ' +
  'CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HN HR HT HU ID IE ' +
  'IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN ' +
  'MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI ' +
  'SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW'
export const countries: readonly string[] = countryText.split(' ')
