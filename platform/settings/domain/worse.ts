import { assert, readDecimal } from '@bolsillo/kernel'
import type { DecimalSetting, Setting, SettingValue } from './setting.ts'

/** A change of withdrawals for the worse is announced this many days before it takes effect, in any market. */
export const noticeDays = 7
export const noticeMs = noticeDays * 86_400_000

/** A value that is in force, or will be, from an instant on. */
export interface DatedSetting {
  readonly value: SettingValue
  readonly effectiveAt: number
}

/** Whether one value of a setting is worse than another for customers who withdraw. */
export function isWorse(setting: Setting, before: SettingValue, after: SettingValue): boolean {
  const { worse } = setting
  if (worse === undefined) return false
  switch (worse) {
    case 'off':
      return before === true && after === false
    case 'any':
      return before !== after
    case 'higher':
      return orderOf(setting, after) > orderOf(setting, before)
    case 'lower':
      return orderOf(setting, after) < orderOf(setting, before)
  }
}

function orderOf(setting: Setting, value: SettingValue): bigint {
  if (typeof value === 'number') return BigInt(value)
  assert(setting.type === 'decimal' && typeof value === 'string', `${setting.key} has an order`)
  return unitsOf(setting, value)
}

function unitsOf({ scale }: DecimalSetting, text: string): bigint {
  const reading = readDecimal(text, scale)
  assert(reading.kind === 'value', `${text} is a decimal`)
  return reading.units
}

/** The value at an instant: of changes in the order they were made, the latest effective by then. */
export function valueAt(setting: Setting, changes: readonly DatedSetting[], at: number): SettingValue {
  const last = changes
    .filter(({ effectiveAt }) => effectiveAt <= at)
    .reduce<DatedSetting | undefined>(
      // Later changes come later in the list, so of two that begin together the later decision counts.
      (best, dated) => (best === undefined || dated.effectiveAt >= best.effectiveAt ? dated : best),
      undefined,
    )
  return last?.value ?? setting.standard
}

/** Every value in force at some instant of a span, both ends included. */
function valuesWithin(
  setting: Setting,
  changes: readonly DatedSetting[],
  [from, to]: readonly [number, number],
): readonly SettingValue[] {
  const begun = changes.map(({ effectiveAt }) => effectiveAt).filter((at) => at > from && at <= to)
  return [from, ...begun].map((at) => valueAt(setting, changes, at))
}

/**
 * The value a change is for the worse of: one in force between its decision and its beginning that is better than the new
 * one. Every value between counts, so that a worse one cannot be led up to by another that lies ahead.
 */
export function worsens(
  setting: Setting,
  changes: readonly DatedSetting[],
  change: DatedSetting & { readonly decidedAt: number },
): SettingValue | undefined {
  if (setting.worse === undefined) return undefined
  const span = [change.decidedAt, change.effectiveAt] as const
  return valuesWithin(setting, changes, span).find((before) => isWorse(setting, before, change.value))
}

/** Whether a change is for the worse and announced too late. */
export function needsNotice(
  setting: Setting,
  changes: readonly DatedSetting[],
  change: DatedSetting & { readonly decidedAt: number },
): boolean {
  return change.effectiveAt < change.decidedAt + noticeMs && worsens(setting, changes, change) !== undefined
}
