import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  name: 'Legal name of the firm, as its documents say it.',
  address: 'Address of the firm, where it answers to the law.',
  'privacy-email': 'E-mail address for questions and requests about personal data.',
  'privacy-officer': 'Who answers for personal data: a name or an area (encarregado in Brazil).',
  'complaints-email': 'E-mail address for complaints (the UNE in Mexico, the ouvidoria in Brazil).',
  license: 'The license, its number and who granted it; "none" where there is none.',
  regulator: 'The authority that supervises the firm; "none" where there is none.',
  'money-holder': 'Who holds the money and the securities of the customers.',
  conflicts: 'The conflicts of interest of the firm; "none" where there are none.',
}
