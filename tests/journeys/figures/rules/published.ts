import { messages as withdrawalsEs } from '@bolsillo/withdrawals/messages/es-ES'
import { decimal, isDecimal, negated, showsAs } from '../decimals.ts'
import type { Facts } from '../facts.ts'
import type { Figure } from '../read-figures.ts'
import { words } from '../rule.ts'

const { ticket, positions, account } = words.contracts
const { form } = withdrawalsEs

/** Labels whose figures are not computed here, and why. Nothing else is left out. */
const exempt: ReadonlyMap<string, string> = new Map([
  [ticket.margin, 'with what opening loses against the mark: the models of contracts compare it with the engine'],
  [ticket.liquidation, 'by the tables of margin: receipts and the models of contracts compute it again'],
  [positions.ratio, 'the same'],
  [account.crossRatio, 'the same'],
  [form.receive, 'a sum, which is checked as one'],
  [form.taken, 'the same'],
])
/** The first are the same as the last of the labels; what is missing is a sum, which is checked as one. */
const exemptTexts = [
  ticket.distance,
  ticket.closeOut,
  words.trading.ticket.short,
  words.trading.ticket.bookRest,
  words.trading.ticket.bookWaits,
  words.contracts.rejections['contract-margin-short'],
]

/** A choice names itself: `75 %`, `10×`. And what is listed above. */
export function isExempt({ text, row, label, said }: Figure): boolean {
  return text === row || exempt.has(label) || exemptTexts.some((one) => said.startsWith(one.split('{')[0] ?? ''))
}

/** Whether a figure that no rule computes is one the page was sent as it is: a balance, a limit, a fill. */
export function isPublished(figure: Figure, facts: Facts): boolean {
  const { replies, frames } = facts.frame.known
  const symbol = facts.instrumentOf(figure)
  const shown = (text: string): boolean => {
    const { units, scale } = decimal(text)
    // Shortened by thousands; and rates are parts of one, which show in percent.
    const scales = figure.isPercent ? [0, -2] : [figure.power]
    return scales.some((power) => {
      const exact = power < 0 ? { units: units * 100n, scale } : { units, scale: scale + power }
      return showsAs(figure.value, exact) || showsAs(figure.value, negated(exact))
    })
  }
  const sent = [...replies.map(({ data }) => data), ...Object.values(frames)]
  return sent.some((data) => holds(data, { isIt: shown, text: figure.text, symbol }))
}

interface Wanted {
  readonly isIt: (text: string) => boolean
  /** As it shows: in a letter that was sent as a text. */
  readonly text: string
  readonly symbol: string | undefined
}

function holds(data: unknown, wanted: Wanted): boolean {
  if (isDecimal(data)) return wanted.isIt(data)
  if (typeof data === 'string') return data.length > 20 && data.replaceAll(/\s/g, ' ').includes(wanted.text)
  if (typeof data === 'number' && Number.isSafeInteger(data))
    // Basis points are whole numbers; they show as percents.
    return wanted.isIt(String(data)) || wanted.isIt((data / 100).toFixed(2))
  if (Array.isArray(data)) return data.some((item) => holds(item, wanted))
  if (typeof data !== 'object' || data === null) return false
  // What is of another instrument is not of this one.
  const { symbol } = data as { symbol?: unknown }
  if (wanted.symbol !== undefined && typeof symbol === 'string' && symbol !== wanted.symbol) return false
  return Object.values(data).some((item) => holds(item, wanted))
}
