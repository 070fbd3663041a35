import { clabeCheckDigit, readCnpj, readCpf } from '@bolsillo/payments/domain'
import { describe, expect, it } from 'vitest'
import { readAddressForm, readBankForm } from './index.ts'

const holder = 'María Fernanda López'
const outcome = (reading: ReturnType<typeof readBankForm>): string =>
  reading.kind === 'destination' ? ['ok', ...reading.warnings].join(' ') : reading.rejection.spec.name

describe('an account at a bank', () => {
  it.each([
    ['a CLABE', { kind: 'clabe', clabe: '032180000118359719' }, 'ok'],
    ['a CLABE with spaces and dashes', { kind: 'clabe', clabe: '012 660-01549072519 8' }, 'ok'],
    [
      'a CLABE of a bank nobody knows',
      { kind: 'clabe', clabe: `98718000011835971${clabeCheckDigit('98718000011835971')}` },
      'ok bank-unknown',
    ],
    ['a CLABE with an RFC', { kind: 'clabe', clabe: '032180000118359719', rfc: 'GODE561231GR8' }, 'ok'],
    [
      'a CLABE with half an RFC',
      { kind: 'clabe', clabe: '032180000118359719', rfc: 'GODE5612' },
      'destination-rfc-malformed',
    ],
    ['a CLABE with a wrong check digit', { kind: 'clabe', clabe: '032180000118359718' }, 'clabe-check-digit'],
    ['a CLABE of 17 digits', { kind: 'clabe', clabe: '03218000011835971' }, 'clabe-malformed'],
    ['full-width digits', { kind: 'clabe', clabe: '０３２１８００００１１８３５９７１９' }, 'clabe-malformed'],
    ['a CPF as PIX key', { kind: 'pix', keyKind: 'cpf', key: '111.444.777-35' }, 'ok'],
    ['a CPF of one digit repeated', { kind: 'pix', keyKind: 'cpf', key: '11111111111' }, 'pix-key-malformed'],
    ['a CNPJ with letters', { kind: 'pix', keyKind: 'cnpj', key: '12.abc.345/01DE-35' }, 'ok'],
    ['an old CNPJ', { kind: 'pix', keyKind: 'cnpj', key: '16.727.230/0001-97' }, 'ok'],
    ['a phone with +55', { kind: 'pix', keyKind: 'phone', key: '+55 11 98765-4321', holderTaxId: '11144477735' }, 'ok'],
    [
      'a phone without +55',
      { kind: 'pix', keyKind: 'phone', key: '11987654321', holderTaxId: '11144477735' },
      'pix-phone-prefix',
    ],
    [
      'a phone of another country',
      { kind: 'pix', keyKind: 'phone', key: '+525512345678', holderTaxId: '11144477735' },
      'pix-key-malformed',
    ],
    ['an e-mail', { kind: 'pix', keyKind: 'email', key: 'Ana@Banco.com.BR', holderTaxId: '11144477735' }, 'ok'],
    [
      'an e-mail without a domain',
      { kind: 'pix', keyKind: 'email', key: 'a@b', holderTaxId: '11144477735' },
      'pix-key-malformed',
    ],
    [
      'an e-mail of 78 characters',
      { kind: 'pix', keyKind: 'email', key: `${'a'.repeat(70)}@bb.com.b`, holderTaxId: '11144477735' },
      'pix-key-malformed',
    ],
    [
      'a random key',
      { kind: 'pix', keyKind: 'evp', key: '123E4567-e89b-42d3-a456-426614174000', holderTaxId: '11144477735' },
      'ok',
    ],
    [
      'a random key in braces',
      { kind: 'pix', keyKind: 'evp', key: '{123e4567-e89b-42d3-a456-426614174000}', holderTaxId: '11144477735' },
      'pix-key-malformed',
    ],
    [
      'a key without its holder’s number',
      { kind: 'pix', keyKind: 'email', key: 'ana@banco.com.br' },
      'tax-number-malformed',
    ],
    ['no kind of key', { kind: 'pix', key: 'ana@banco.com.br' }, 'pix-key-malformed'],
    ['an account', { kind: 'account', bank: 'Wells Fargo', number: '1234 5678' }, 'ok'],
    ['an account without a bank', { kind: 'account', number: '12345678' }, 'bank-missing'],
    ['an account of letters', { kind: 'account', bank: 'Chase', number: 'ABCDEF' }, 'bank-account-malformed'],
    ['a formula for a bank', { kind: 'account', bank: '=HYPERLINK(1)', number: '12345678' }, 'bank-missing'],
  ] as const)('is read from %s', (_, form, expected) => {
    expect(outcome(readBankForm({ holder, ...form }))).toBe(expected)
  })

  it.each(['María', '   ', '😀 😀', '<img src=x onerror=alert(1)>', '12345 678', '=SUM(A1) x'])(
    'is in the name of a person, not of %s',
    (name) => {
      expect(outcome(readBankForm({ kind: 'clabe', clabe: '032180000118359719', holder: name }))).toBe(
        'holder-malformed',
      )
    },
  )
})

describe('an address', () => {
  it.each([
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'ok'],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'ok'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'ok'],
    ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'ok'],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'ok'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'wallet-address-checksum'],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'wallet-address-checksum'],
    ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'wallet-address-malformed'],
    ['bitcoin', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'wallet-address-malformed'],
    ['bitcoin', '1BitcoinEaterAddressDontSendf59kuE', 'wallet-address-burn'],
    ['bitcoin', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'wallet-address-other-network'],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ok'],
    ['ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'ok address-unchecked'],
    ['ethereum', '0x5aAeb6053f3E94C9b9A09f33669435E7Ef1BeAed', 'wallet-address-checksum'],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'wallet-address-malformed'],
    ['ethereum', '0x0000000000000000000000000000000000000000', 'wallet-address-burn'],
    ['ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'wallet-address-burn'],
    ['ethereum', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'wallet-address-other-network'],
    ['tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'ok'],
    ['tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', 'wallet-address-checksum'],
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'wallet-address-burn'],
    ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'wallet-address-burn'],
    ['tron', '', 'wallet-address-malformed'],
  ] as const)('of %s: %s is %s', (network, address, expected) => {
    expect(outcome(readAddressForm(network, address))).toBe(expected)
  })
})

it('reads CPF and CNPJ by their check digits', () => {
  expect(readCpf('11144477735')).toBe('11144477735')
  expect(readCpf('11144477734')).toBeUndefined()
  expect(readCnpj('12.ABC.345/01DE-35')).toBe('12ABC34501DE35')
  expect(readCnpj('16727230000196')).toBeUndefined()
})
