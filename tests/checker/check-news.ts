import { halfEven, readDecimalText } from './arithmetic.ts'
import type { BooksRead } from './books-store.ts'
import type { Findings } from './finding.ts'
import {
  type MoveNews,
  readLiquidatedIn,
  readMoveNews,
  readQuartersOf,
  readWaveNews,
  type WaveNews,
} from './news-store.ts'

const quarterMs = 900_000n
const hourMs = 3_600_000n
/** Fewer accounts could be recognized by their sums. */
const accountsAtLeast = 5n

/**
 * I16 of market news: every figure follows from the records it names. A move is the first recorded close of its day that is
 * as far from the close before as its news says one has to be; a wave is the sum of the liquidations of its hour.
 */
export async function checkNews(read: BooksRead, findings: Findings): Promise<void> {
  for (const news of await readMoveNews(read)) await checkMove(read, news, findings)
  for (const news of await readWaveNews(read)) await checkWave(read, news, findings)
}

async function checkMove(read: BooksRead, news: MoveNews, findings: Findings): Promise<void> {
  const { id, symbol, session, happenedAt, facts } = news
  const wrong = (what: string): void => findings.add('I16', `news ${id} of ${symbol} ${session} ${what}`)
  const quarters = await readQuartersOf(read, symbol, session)
  const own = quarters.find(({ start }) => String(start) === facts.quarterStart)
  if (own === undefined) return wrong(`names the quarter ${facts.quarterStart}, which is not recorded`)
  if (facts.tradeDate !== session) wrong(`says it is of ${facts.tradeDate}`)
  if (happenedAt !== own.start + quarterMs) wrong(`happened at ${happenedAt}, its quarter began at ${own.start}`)
  const { previousClose, close } = own
  if (unitsOf(facts.previousClose) !== previousClose)
    wrong(`says the close before was ${facts.previousClose}, recorded is ${previousClose}`)
  if (unitsOf(facts.price) !== close) wrong(`says the close was ${facts.price}, recorded is ${close}`)
  if (facts.percent !== percentOf(previousClose, close))
    wrong(`says ${facts.percent} %, it is ${percentOf(previousClose, close)} %`)
  const least = (unitsOf(facts.leastPercent) ?? 0n) * previousClose
  const isFar = (at: bigint): boolean => distance(previousClose, at) * 10_000n >= least
  if (!isFar(close)) wrong(`is no move of ${facts.leastPercent} %`)
  const before = quarters.find(({ start, close: at }) => start < own.start && isFar(at))
  if (before !== undefined) wrong(`is not the first of ${facts.leastPercent} %: ${before.start} is`)
}

async function checkWave(read: BooksRead, news: WaveNews, findings: Findings): Promise<void> {
  const { id, symbol, session, happenedAt, facts } = news
  const wrong = (what: string): void => findings.add('I16', `news ${id} of ${symbol} ${session} ${what}`)
  const from = BigInt(session)
  if (
    facts.from !== session ||
    facts.to !== String(from + hourMs) ||
    happenedAt !== from + hourMs ||
    from % hourMs !== 0n
  )
    wrong(`is of ${facts.from} to ${facts.to}, and happened at ${happenedAt}`)
  const sums = await readLiquidatedIn(read, symbol, from, from + hourMs)
  const said = [facts.accounts, facts.fills, ...[facts.quantity, facts.low, facts.high].map(unitsOf)].map(String)
  const are = [sums.accounts, sums.fills, sums.quantity, sums.low, sums.high].map(String)
  if (said.join(' ') !== are.join(' '))
    wrong(`says accounts, fills, quantity, low and high are ${said.join(' ')}, recorded are ${are.join(' ')}`)
  if (BigInt(facts.accounts) < BigInt(facts.leastAccounts) || BigInt(facts.leastAccounts) < accountsAtLeast)
    wrong(`is of ${facts.accounts} accounts, at least ${facts.leastAccounts}`)
}

/** The digits of a decimal text, as records have them. */
const unitsOf = (text: string): bigint | undefined => readDecimalText(text)?.units

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** `-5.20` of two prices. */
function percentOf(base: bigint, price: bigint): string {
  const size = halfEven(distance(base, price) * 10_000n, base)
  const digits = size.toString().padStart(3, '0')
  return `${price < base && size > 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
