import { readDecimal } from '@bolsillo/kernel'
import { fundingRate } from './funding.ts'

/** What a device checks of a rate of funding, in order. */
export const fundingChecks = ['count', 'interval', 'rate', 'mark'] as const
type FundingCheck = (typeof fundingChecks)[number]

/** A rate with its looks as the wire has them: decimal texts, times in epoch milliseconds. */
interface CheckedFunding {
  readonly from: number
  readonly at: number
  readonly rate: string
  readonly mark: string
  readonly looks: number
  readonly terms: {
    readonly hours: number
    readonly interest: string
    readonly clamp: string
    readonly cap: string
  }
  readonly rows: readonly { readonly at: number; readonly premium: string; readonly mark: string }[]
}

/** Decimals of a rate: parts of a billion. */
export const rateScale = 9

/**
 * What of a rate does not follow from the looks shown with it: all of them are there, each once and within the interval, the
 * rate is what the published formula makes of them, and what was paid by is the mark of the last.
 */
export function failedFundingChecks(funding: CheckedFunding): readonly FundingCheck[] {
  const { rows, from, at, terms, looks, mark } = funding
  const holds: Readonly<Record<FundingCheck, boolean>> = {
    count: rows.length === looks,
    interval: rows.every((row, place) => row.at < at && row.at >= from && row.at > (rows[place - 1]?.at ?? 0)),
    rate: billionths(funding.rate) === rateOf(rows, terms),
    mark: rows.at(-1)?.mark === mark,
  }
  return fundingChecks.filter((check) => !holds[check])
}

/** Of a text that is no such number nothing holds: a rate is never so many. */
function billionths(text: string): bigint {
  const reading = readDecimal(text, rateScale)
  return reading.kind === 'value' ? reading.units : unreadable
}
const unreadable = 10n ** 30n

function rateOf(rows: CheckedFunding['rows'], { hours, interest, clamp, cap }: CheckedFunding['terms']): bigint {
  return fundingRate(
    rows.map(({ premium }) => billionths(premium)),
    { hours, interest: billionths(interest), clamp: billionths(clamp), cap: billionths(cap) },
  )
}
