import { notDecimalTexts } from '@bolsillo/kernel/test'

// Hostile values by kind of field. Each is wrong in every field of its kind, in any call; the numbers are those of
// the test plan (B1 to B96).

/**
 * Wrong in a write; in a read merely a query without a result: a list of an unknown asset, the cost of sending
 * nothing.
 */
export const fineToAsk: ReadonlySet<unknown> = new Set([
  '0',
  '0.00',
  'NOPE',
  'mxn\u202e',
  '1 OR 1=1',
  '<img src=x onerror=alert(1)>',
])

/** What kind of value a field holds. Derived from the field's name, never from the schema under test. */
export type FieldKind =
  | 'amount'
  | 'charge'
  | 'whole'
  | 'enum'
  | 'id'
  | 'symbol'
  | 'asset'
  | 'cursor'
  | 'flag'
  | 'pin'
  | 'password'
  | 'text'
  | 'date'
  | 'time'
  | 'clabe'
  | 'tax'
  | 'wallet'
  | 'token'

/** Wrong for every field: values that are not text. */
const noText: readonly unknown[] = [[], [5], {}, { $gt: 0 }, ['a', 'b']]
const hostileText: readonly unknown[] = ['a\u0000b', '\ud800', 'x'.repeat(70_000)]
const otherDigits = ['٣', '５', '１２３４５６']
const manyIds = Array.from({ length: 10_000 }, (_, number) => `ord_${number}`).join(',')

/** Well-formed decimals beyond 64 bits at the scale of any asset; the second exceeds them by one at two decimals. */
export const beyondBooks: readonly unknown[] = ['999999999999999999', '92233720368547758.08']

const notDecimal: readonly unknown[] = [
  ...notDecimalTexts,
  ...beyondBooks,
  '-1',
  '0.0000000000006',
  5,
  1.5,
  true,
  ...noText,
]

const notId: readonly unknown[] = [
  ...[
    '1 OR 1=1',
    '../../etc/passwd',
    'ord_1',
    'ORD_00000000000000000000000000',
    '{00000000-0000-0000-0000-000000000000}',
  ],
  ...['00000000-0000-0000-0000-000000000000', manyIds, "'); DROP TABLE x--", 5, true],
  ...noText,
  ...hostileText,
]

export const badValues: Readonly<Record<FieldKind, readonly unknown[]>> = {
  // B1 to B31
  amount: ['0', '0.00', ...notDecimal],
  charge: notDecimal,
  // B21, B66, B83
  whole: ['-1', '1.5', '1e1', 'NaN', '0x10', '012', '1,0', '٣', '99999999999999999999', -1, 1.5, true, ...noText],
  // B39 to B41
  enum: ['__proto__', 'constructor', '0', '1 OR 1=1', 'no-such-thing', ' ', 0, true, ...noText],
  // B32 to B38
  id: notId,
  // B42, B43
  symbol: ['WALMEX.mx', 'W\u0391LMEX.MX', '../../etc/passwd', 'x y', 5, true, ...noText, ...hostileText],
  // B44
  asset: ['<img src=x onerror=alert(1)>', 'NOPE', 'mxn\u202e', '1 OR 1=1', 5, true, ...noText, ...hostileText],
  // B83
  cursor: ['../..', '1 OR 1=1', '{"seq":1}', 'x'.repeat(300), '👍', ...noText],
  flag: ['yes', '2', 'TRUE', 'null', '0x1', 5, ...noText],
  // B63
  pin: ['12345', '1234567', '12345a', ' 123456', '12 456', '1e5000', ...otherDigits.slice(2), 123_456, true, ...noText],
  // B64
  password: ['x'.repeat(70_000), 'a\u0000bcdefg', 5, true, ...noText],
  // B46, B47, B48, B54
  text: [5, true, ...noText, ...hostileText, '\u001b[31mred', 'a\r\nBcc: x@y.z'],
  // B65, B67
  date: ['2026-02-30', '2026-13-01', '0000-01-01', '275760-09-13', '01-02-2026', 'today', 20_260_101, true, ...noText],
  // B66, B67
  time: ['2026-02-30', '1795249296687000', '-1', '1e12', 'now', true, ...noText],
  // B59
  clabe: [
    ...['032180000118359718', '03218000011835971', '0321800001183597190', '03218000011835971X', '________________19'],
    ...['０３２１８００００１１８３５９７１９', 32_180_000_118_359_720, true],
    ...noText,
    ...hostileText,
  ],
  tax: [
    '11111111111',
    '529.982.247-2',
    '52998224726',
    'XXXX000000XXX',
    '0',
    '👍',
    52_998_224_725,
    true,
    ...noText,
    ...hostileText,
  ],
  // B62
  wallet: [
    ...[
      '0x52908400098527886E0F7030069857D2E4169Ee7',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
    ],
    ...['0x0000000000000000000000000000000000000000', 'x', '../..', 5, true],
    ...noText,
    ...hostileText,
  ],
  token: [5, true, ...noText, 'x'.repeat(70_000)],
}

const byName: ReadonlyArray<readonly [RegExp, FieldKind]> = [
  [/^(amount|quantity|targetAmount)$|Price$/, 'amount'],
  [/^(fee|vat|net)$/, 'charge'],
  [/^(limit|hours|days|depth)$/, 'whole'],
  [/^symbol$/, 'symbol'],
  [/^asset$/, 'asset'],
  [/^cursor$/, 'cursor'],
  [/Id$|^(front|back)$/, 'id'],
  [/^(tradePassword|withdrawalPassword)$/, 'pin'],
  [/[pP]assword$/, 'password'],
  [/^(birthDate|expiry)$/, 'date'],
  [/^(agreeDisclaimer|agreePrivacy|restricted|moved|sound|holdsWithdrawals|otherName)$/, 'flag'],
  [/^clabe$/, 'clabe'],
  [/^address$/, 'wallet'],
  [/^(captcha|deviceKey|token|attestation|assertion)$/, 'token'],
  [/^(curp|rfc|cpf|cnpj|holderTaxId)$/, 'tax'],
  [/^(before|until|effectiveAt)$/, 'time'],
]

/** The kind of a field by its name; a name in no list is text, the weakest kind. */
export function kindOfField(name: string, isChoice: boolean): FieldKind {
  if (isChoice) return 'enum'
  return byName.find(([shape]) => shape.test(name))?.[1] ?? 'text'
}

/** Extra fields that no call declares, which must be refused (B74). */
export const fieldsNobodyHas = [
  'status',
  'balance',
  'role',
  'userId',
  'vip',
  'approvedBy',
  '__proto__',
  'isAdmin',
] as const
