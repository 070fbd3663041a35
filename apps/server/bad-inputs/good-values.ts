import { z } from '@bolsillo/contract'

type Schema = z.ZodMiniType | z.core.$ZodType

const six = '135790'
const nobody = '00000000000000000000000001'

/** Valid values by the name of the field. */
const samples: Readonly<Record<string, readonly string[]>> = {
  account: ['5512345678'],
  areaCode: ['+52'],
  code: [six],
  password: ['Jacaranda-7 verde', six],
  loginPassword: ['Jacaranda-7 verde'],
  tradePassword: [six],
  withdrawalPassword: [six],
  inviteCode: ['ABCD1234'],
  customer: ['10482291'],
  amount: ['100.00'],
  fee: ['0.00'],
  net: ['100.00'],
  vat: ['0.00'],
  asset: ['MXN', 'BTC'],
  name: ['María Pérez'],
  holder: ['María Pérez'],
  label: ['Mi cuenta'],
  evidence: ['Oficio 123 del juzgado'],
  number: ['10000002', '1'],
  reason: ['suspicious'],
  hours: ['2'],
  days: ['2'],
  everyMinutes: ['30'],
  limit: ['10'],
  from: ['2026-01-01', '1770000000'],
  to: ['2026-01-31', '1770000000'],
  upTo: ['12.34'],
  until: ['1795249296', '2026-12-31'],
  effectiveAt: ['1795249296'],
  address: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  payloadHash: ['a'.repeat(64)],
  factsHash: ['a'.repeat(64)],
  refusals: ['[{"field":"name","reason":"illegible"}]', 'name:illegible'],
  destination: ['032180000118359719'],
  key: ['identity.cool-down-hours'],
  value: ['1'],
  caseId: ['wdr_00000000000000000000000001'],
}
/** Fields of a call that must fit each other. */
export const requestsThatFit: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/user/exchange/quote': { source: 'MXN', target: 'USD' },
  '/user/transfer': { from: 'stock', to: 'coin', asset: 'MXN' },
  '/coin/transfer': { from: 'stock', to: 'coin', asset: 'MXN' },
  '/user/recharge/add': { channelId: 'spei-mxn' },
  '/user/practice/deposit': { channelId: 'spei-mxn' },
  '/coin/recharge/add': { asset: 'BTC', network: 'bitcoin' },
  '/user/auth/submit': { country: 'MX' },
  // The browser of the example of RFC 8291.
  '/user/push/add': {
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  '/bank/add': { kind: 'clabe', clabe: '032180000118359719' },
}

const prefixes =
  'apv bsl bst chl clm cnv cus dep dst ent fed fil fxq inv kyc liq msg off opr ord pay pky pos psh rev ses sub vot wdr whd'.split(
    ' ',
  )

/** The closed list of a field, if it has one. */
export function choicesOf(schema: Schema): readonly string[] | undefined {
  const { def } = schema._zod
  if ('innerType' in def) return choicesOf(def.innerType as Schema)
  return def.type === 'enum' && 'entries' in def ? Object.values(def.entries as Record<string, string>) : undefined
}

/** A value a field takes by its form; undefined when none is known. */
export function sampleOf(name: string, schema: Schema): string | undefined {
  const candidates = [
    ...(choicesOf(schema) ?? []),
    ...(samples[name] ?? []),
    ...prefixes.map((prefix) => `${prefix}_${nobody}`),
    ...['true', '1', six, '100.00', 'texto', 'a'.repeat(43), 'a'.repeat(64), '{}', '2026-01-31', '1770000000'],
  ]
  return candidates.find((value) => z.safeParse(schema as z.ZodMiniType, value).success)
}
