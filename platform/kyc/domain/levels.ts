import { type Asset, coins, currencies, decimalUnits, writeDecimal } from '@bolsillo/kernel'
import { type DecimalSetting, defineSetting } from '@bolsillo/settings/domain'
import type { Papers } from './papers.ts'

/**
 * Levels of verification, each opening limits. 0: nothing was checked yet. 1: a document. 2: a document and the tax
 * number the state gave (RFC in Mexico, CPF in Brazil). Nothing else raises a level, least of all a payment.
 */
export const levels = [1, 2] as const
export type Level = (typeof levels)[number]

/** The level papers give. */
export function levelOf({ rfc, cpf }: Pick<Papers, 'rfc' | 'cpf'>): Level {
  return rfc === undefined && cpf === undefined ? 1 : 2
}

const limitKinds = ['deposit-day', 'withdrawal-day', 'withdrawal-month'] as const
export type LimitKind = (typeof limitKinds)[number]

/** Everything that can be paid in or out. */
export const limitedAssets: readonly Asset[] = [...Object.values(currencies), ...Object.values(coins)]

// Standard limits of level 1; level 2 has ten times these. In each asset about the same worth when they were set.
const firstLevel: Readonly<Record<string, readonly [string, string, string]>> = {
  MXN: ['50000', '50000', '300000'],
  USD: ['3000', '3000', '18000'],
  BRL: ['15000', '15000', '90000'],
  BTC: ['0.05', '0.05', '0.3'],
  ETH: ['1', '1', '6'],
  USDT: ['3000', '3000', '18000'],
}
const settingMax = '1000000000'
/** The least a level may let out in a day, as a share of its standard limit: the floor beneath every setting. */
const floorParts: Readonly<Record<LimitKind, bigint | undefined>> = {
  'deposit-day': undefined,
  'withdrawal-day': 5n,
  'withdrawal-month': 2n,
}

const times = (decimal: string, level: Level): string => {
  if (level === 1) return decimal
  const [whole = '', part = ''] = decimal.split('.')
  const shifted = `${whole}${part.slice(0, 1).padEnd(1, '0')}`.replace(/^0+(?=\d)/, '')
  return part.length > 1 ? `${shifted}.${part.slice(1)}` : shifted
}

const keyOf = (level: Level, code: string, kind: LimitKind): string =>
  `kyc.level-${level}-${code.toLowerCase()}-${kind}-max`

const purposes: Readonly<Record<LimitKind, string>> = {
  'deposit-day': 'The most a customer at this level may deposit in a day',
  'withdrawal-day': 'The most a customer at this level may withdraw in a day',
  'withdrawal-month': 'The most a customer at this level may withdraw in 30 days',
}

/** One setting for each level, asset and kind: operators change them, two at a time. */
export const limitSettings: ReadonlyMap<string, DecimalSetting> = new Map(
  levels.flatMap((level) =>
    limitedAssets.flatMap(({ code, scale }) =>
      limitKinds.map((kind, place): readonly [string, DecimalSetting] => {
        const key = keyOf(level, code, kind)
        const standard = times(firstLevel[code]?.[place] ?? '0', level)
        const purpose = `${purposes[kind]}, in ${code} (level ${level}).`
        const words = { key: `kyc.limits.${kind}`, values: { asset: code, level: String(level) } }
        const declared = { key, type: 'decimal', standard, max: settingMax, scale, purpose, words } as const
        const parts = floorParts[kind]
        if (parts === undefined) return [key, defineSetting({ ...declared, min: '0' })]
        const floor = writeDecimal(decimalUnits(standard, scale) / parts, scale)
        const publicName = `level${level}.${code}.${kind}`
        return [key, defineSetting({ ...declared, min: floor, worse: 'lower', publicName })]
      }),
    ),
  ),
)

/** The setting of a limit; undefined when the asset has none. */
export function limitSetting(level: Level, code: string, kind: LimitKind): DecimalSetting | undefined {
  return limitSettings.get(keyOf(level, code, kind))
}
