/** A field of the form a bank account is added with. Names as `/bank/add` takes them. */
interface BankField {
  readonly name: string
  readonly required: boolean
  readonly lengthMax: number
  readonly input: 'text' | 'digits' | 'choice'
  readonly choices?: readonly string[]
}

/** What an account of a country needs to be paid to. */
interface BankTemplate {
  readonly country: 'MX' | 'BR' | 'US'
  readonly kind: 'clabe' | 'pix' | 'account'
  readonly assets: readonly string[]
  readonly fields: readonly BankField[]
}

const holder: BankField = { name: 'holder', required: true, lengthMax: 80, input: 'text' }
const label: BankField = { name: 'label', required: false, lengthMax: 30, input: 'text' }
const rfc: BankField = { name: 'rfc', required: false, lengthMax: 16, input: 'text' }

/** By country: Mexico pays to a CLABE, Brazil to a PIX key, the United States to an account by hand. */
export const bankTemplates: readonly BankTemplate[] = [
  {
    country: 'MX',
    kind: 'clabe',
    assets: ['MXN'],
    fields: [holder, { name: 'clabe', required: true, lengthMax: 18, input: 'digits' }, rfc, label],
  },
  {
    country: 'BR',
    kind: 'pix',
    assets: ['BRL'],
    fields: [
      holder,
      {
        name: 'keyKind',
        required: true,
        lengthMax: 5,
        input: 'choice',
        choices: ['cpf', 'cnpj', 'email', 'phone', 'evp'],
      },
      { name: 'key', required: true, lengthMax: 77, input: 'text' },
      { name: 'holderTaxId', required: false, lengthMax: 18, input: 'text' },
      label,
    ],
  },
  {
    country: 'US',
    kind: 'account',
    assets: ['USD', 'MXN'],
    fields: [
      holder,
      { name: 'bank', required: true, lengthMax: 60, input: 'text' },
      { name: 'number', required: true, lengthMax: 34, input: 'text' },
      { name: 'bankCode', required: false, lengthMax: 24, input: 'text' },
      { name: 'bankAddress', required: false, lengthMax: 120, input: 'text' },
      { name: 'payeeAddress', required: false, lengthMax: 120, input: 'text' },
      label,
    ],
  },
]
