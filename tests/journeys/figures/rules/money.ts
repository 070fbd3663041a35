import { messages as withdrawalsEs } from '@bolsillo/withdrawals/messages/es-ES'
import { decimal, minus, times } from '../decimals.ts'
import type { Facts, ValueReply } from '../facts.ts'
import type { Figure } from '../read-figures.ts'
import { type Must, type Rule, words } from '../rule.ts'

const { home } = words.core
const { ledger } = words

interface Assets {
  readonly total?: { readonly amount: string; readonly cash: string; readonly shares: string }
}

interface Cash {
  readonly currency: string
  readonly cash: string
  readonly cashHeld: string
}

/** Everything owned, and how it changed over the range that is named beside it. */
export const money: Rule = (figure, facts) => {
  const range = Object.entries(home.rangeNotes).find(([, note]) => figure.after === note || figure.after.endsWith(note))
  if (range !== undefined && figure.kind !== 'said') return ofRange(figure, facts, range[0])
  if (facts.isMoving === true) return undefined
  const power = ofPower(figure, facts) ?? ofCharge(figure, facts)
  if (power !== undefined) return power
  if (figure.kind !== 'amount' || figure.row.length > 40) return undefined
  const total = facts.reply<Assets>('/user/assets')?.total
  const isHome = figure.headings[0] === home.money && /assets$/.test(figure.href)
  if (
    total !== undefined &&
    (isHome || (figure.label === ledger.assets.total && /user\/assets/.test(facts.frame.path)))
  )
    return { fact: 'everything owned', exact: decimal(total.amount) }
  return undefined
}

/** What may be spent is cash less what orders hold of it. */
function ofPower({ label }: Figure, facts: Facts): Must | undefined {
  const { inPesos, inDollars } = words.stocks.trade
  if (label !== inPesos && label !== inDollars) return undefined
  const code = label === inPesos ? 'MXN' : 'USD'
  const { currencies } = facts.reply<{ currencies: readonly Cash[] }>('/stock/order/statistics') ?? { currencies: [] }
  const cash = currencies.find(({ currency }) => currency === code)
  return cash && { fact: `free ${code}`, exact: minus(decimal(cash.cash), decimal(cash.cashHeld)) }
}

/** VAT of a withdrawal's fee. */
function ofCharge({ label }: Figure, facts: Facts): Must | undefined {
  const { form } = withdrawalsEs
  const fee = facts.frame.figures.find((one) => one.label === form.fee || one.label === form.networkFee)
  const terms = facts.reply<{ terms?: { vatBps: number } }>('/user/withdraw/quote')?.terms
  if (label !== form.vat || fee === undefined || terms === undefined || !/withdraw/.test(facts.frame.path))
    return undefined
  return { fact: form.vat, exact: times(decimal(fee.value), { units: BigInt(terms.vatBps), scale: 4 }), within: 1n }
}

/** A figure of one range is never under the name of another. */
function ofRange({ isPercent }: Figure, facts: Facts, range: string): Must | undefined {
  const answer = facts.replies<ValueReply>('/stock/hold/value').find((one) => one.range === range)
  const fact = `change ${isPercent ? '% ' : ''}of range ${range}`
  if (answer === undefined) return { fact, exact: undefined }
  // While the market moves an answer may be newer than what is drawn.
  if (facts.isMoving === true) return undefined
  return { fact, exact: decimal(isPercent ? answer.changePercent : answer.change) }
}
