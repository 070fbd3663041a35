import { defineSetting, type TextSetting } from '@bolsillo/settings/domain'

/** What a firm says about itself in its documents. */
export const firmFacts = [
  'name',
  'address',
  'privacyEmail',
  'privacyOfficer',
  'complaintsEmail',
  'license',
  'regulator',
  'moneyHolder',
  'conflicts',
] as const
export type FirmFact = (typeof firmFacts)[number]

/** What the firm has filled in. */
export type FirmFacts = Readonly<Partial<Record<FirmFact, string>>>

/** The value of a license or a regulator where there is none: the pages say it in the reader's language. */
const noneWord = 'none'
const mayBeNone: readonly FirmFact[] = ['license', 'regulator', 'conflicts']

/** Whether a fact is answered by there being none. */
export function isNone(fact: FirmFact, value: string | undefined): boolean {
  return value === noneWord && mayBeNone.includes(fact)
}

const text = <const Key extends string>(key: Key, purpose: string): TextSetting<Key> =>
  defineSetting({
    ...{ key, type: 'text', standard: '', lengthMax: 300, purpose },
    // Its words are this room's.
    words: { key: key.replace('firm.', 'legal.'), values: {} },
  })

/** The settings a firm completes its documents with; two people decide each. */
export const firmSettings = {
  name: text('firm.name', 'Legal name of the firm, as its documents say it.'),
  address: text('firm.address', 'Address of the firm, where it answers to the law.'),
  privacyEmail: text('firm.privacy-email', 'E-mail address for questions and requests about personal data.'),
  privacyOfficer: text(
    'firm.privacy-officer',
    'Who answers for personal data: a name or an area (encarregado in Brazil).',
  ),
  complaintsEmail: text(
    'firm.complaints-email',
    'E-mail address for complaints (the UNE in Mexico, the ouvidoria in Brazil).',
  ),
  license: text('firm.license', 'The license, its number and who granted it; "none" where there is none.'),
  regulator: text('firm.regulator', 'The authority that supervises the firm; "none" where there is none.'),
  moneyHolder: text('firm.money-holder', 'Who holds the money and the securities of the customers.'),
  conflicts: text('firm.conflicts', 'The conflicts of interest of the firm; "none" where there are none.'),
} as const satisfies Readonly<Record<FirmFact, TextSetting>>

/** What a firm has not filled in, in the order of the page. The practice firm needs nothing: its documents are complete. */
export function missingFacts(facts: FirmFacts, practice: boolean): readonly FirmFact[] {
  return practice ? [] : firmFacts.filter((fact) => (facts[fact] ?? '') === '')
}
