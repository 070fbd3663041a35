import type { Id } from '@bolsillo/kernel'
import type { Services } from '@bolsillo/server-kit'
import { createWarningWatch, type WarningStep, type WarningTerms, type WatchedAccount } from '../../domain/index.ts'
import { type Mark, markLifeMs } from '../funding/marks.ts'
import type { Subject } from './engine.ts'
import type { LastStep, WarnedAccount } from './warning-store.ts'
import type { DueStep, StepOutcome } from './write-warnings.ts'

/** An account of a customer whose margin ratio is watched. */
export interface RatioAccount {
  /** `cross`, or the id of the isolated position. */
  readonly account: string
  readonly subject: Subject
  readonly watched: WatchedAccount
}

/**
 * Warns customers before a liquidation. Beside the engine, which tells it of accounts and marks after it did its own: steps
 * that are due wait in line and are written a batch at a time, by one transaction after the other, so that a crash of all
 * contracts costs liquidations one connection.
 */
export interface WarningLine {
  /** Reads what runs. Before anybody is taken over. */
  readonly start: () => Promise<void>
  /** Everybody open was taken over: what else runs is of accounts with nothing open. */
  readonly started: () => void
  /** Takes a customer over: all accounts of theirs that are open, without those that are being liquidated. */
  readonly take: (customerId: Id<'cus'>, accounts: readonly RatioAccount[], open: ReadonlySet<string>) => void
  /** A mark has moved: looks at whoever it wakes, once the marks of this moment are all there and liquidations are asked for. */
  readonly onMark: (symbol: string) => void
  /** Looks again at what no mark wakes, and writes what could not be written. Called about once a second. */
  readonly retry: () => void
  readonly isBusy: () => boolean
  /** Waits for what is being written now. */
  readonly settled: () => Promise<void>
  readonly stop: () => void
}

interface LineOptions {
  readonly services: Pick<Services, 'clock' | 'log'>
  readonly markOf: (symbol: string) => Mark | undefined
  readonly termsOf: () => WarningTerms
  readonly findEpisodes: () => Promise<readonly LastStep[]>
  /** Decides steps anew and keeps them: one outcome for each, in order. */
  readonly write: (due: readonly DueStep[]) => Promise<readonly StepOutcome[]>
}

interface Watched extends RatioAccount, WarnedAccount {}

type KnownStep = WarnedAccount & { readonly step: WarningStep }

/** What a line consists of. Accounts by id. */
interface Line {
  readonly options: LineOptions
  readonly watch: ReturnType<typeof createWarningWatch>
  readonly accounts: Map<string, Watched>
  readonly ofCustomer: Map<Id<'cus'>, readonly string[]>
  /** Cross accounts with something open, being liquidated or not. */
  readonly open: Set<string>
  /** The last steps of those whose episode runs. */
  readonly last: Map<string, KnownStep>
  readonly due: Map<string, DueStep & { readonly seenAt: number }>
  /** Contracts whose marks moved since the last look, and the look that is to come. */
  readonly moved: Set<string>
  looking: Promise<void> | undefined
  writing: Promise<void> | undefined
  isStarted: boolean
  isStopped: boolean
}

/** Steps of one transaction. */
const batchMax = 50
/** Accounts looked at again in a round: a market without marks must not cost a round of its own. */
const againMax = 2000

const idOfAccount = ({ customerId, account }: WarnedAccount): string => `${customerId} ${account}`

export function createWarningLine(options: LineOptions): WarningLine {
  const line: Line = {
    options,
    watch: createWarningWatch(options.termsOf),
    accounts: new Map(),
    ofCustomer: new Map(),
    open: new Set(),
    last: new Map(),
    due: new Map(),
    moved: new Set(),
    looking: undefined,
    writing: undefined,
    isStarted: false,
    isStopped: false,
  }
  return {
    start: async () => {
      for (const one of await options.findEpisodes()) line.last.set(idOfAccount(one), one)
    },
    started: () => {
      line.isStarted = true
      endEmptied(line)
      write(line)
    },
    take: (customerId, accounts, open) => take(line, { customerId, accounts, open }),
    onMark: (symbol) => {
      line.moved.add(symbol)
      line.looking ??= new Promise((resolve) => setImmediate(resolve)).then(() => lookAtMoved(line))
    },
    retry: () => retry(line),
    isBusy: () => line.looking !== undefined || line.writing !== undefined,
    settled: async () => {
      await line.looking
      await line.writing
    },
    stop: () => {
      line.isStopped = true
    },
  }
}

/** A customer as PostgreSQL has them. */
interface Taken {
  readonly customerId: Id<'cus'>
  readonly accounts: readonly RatioAccount[]
  readonly open: ReadonlySet<string>
}

function take(line: Line, { customerId, accounts, open }: Taken): void {
  const before = line.ofCustomer.get(customerId) ?? []
  const now = accounts.map((one) => ({ ...one, customerId }))
  const ids = now.map(idOfAccount)
  if (ids.length === 0) line.ofCustomer.delete(customerId)
  else line.ofCustomer.set(customerId, ids)
  for (const id of before) if (!ids.includes(id)) leave(line, id, open)
  now.forEach((one, at) => {
    const id = ids[at] ?? ''
    line.accounts.set(id, one)
    if (isStep(look(line, id, one))) isDue(line, id)
  })
  const cross = idOfAccount({ customerId, account: 'cross' })
  if (open.has('cross')) line.open.add(cross)
  else line.open.delete(cross)
  const running = line.last.get(cross)
  if (running !== undefined && !open.has('cross')) emptied(line, cross, running)
  write(line)
}

/** An account is closed, or being liquidated: it is not watched meanwhile. A closed isolated position never comes again. */
function leave(line: Line, id: string, open: ReadonlySet<string>): void {
  const account = line.accounts.get(id)?.account ?? ''
  line.watch.remove(id)
  line.accounts.delete(id)
  line.due.delete(id)
  if (account !== 'cross' && !open.has(account)) line.last.delete(id)
}

/** Nothing is open in a cross account whose episode runs: it is over. */
function emptied(line: Line, id: string, { customerId, account, step }: KnownStep): void {
  if (step === 'calm' || line.due.has(id)) return
  const seenAt = line.options.services.clock.now()
  line.due.set(id, { customerId, account, subject: { kind: 'cross' }, marks: new Map(), seenAt })
}

function endEmptied(line: Line): void {
  for (const [id, one] of line.last) if (one.account === 'cross' && !line.open.has(id)) emptied(line, id, one)
}

const priceIn =
  ({ options }: Line) =>
  (symbol: string): bigint | undefined =>
    options.markOf(symbol)?.mark.price

const isStep = (look: ReturnType<typeof lookAgain>): boolean =>
  look !== undefined && look !== 'quiet' && look !== 'unknown'

const look = (line: Line, id: string, { watched }: RatioAccount) =>
  line.watch.put(id, watched, line.last.get(id)?.step, priceIn(line))

const lookAgain = (line: Line, id: string) => line.watch.again(id, priceIn(line))

/** A step of an account is due: at these marks, wherever they go until it is written. */
function isDue(line: Line, id: string): void {
  const { accounts, due, options } = line
  const found = accounts.get(id)
  if (found === undefined || due.has(id)) return
  const { customerId, account, subject, watched } = found
  const marks = new Map<string, Mark>()
  for (const { terms } of watched.positions) {
    const mark = options.markOf(terms.symbol)
    if (mark !== undefined) marks.set(terms.symbol, mark)
  }
  due.set(id, { customerId, account, subject, marks, seenAt: options.services.clock.now() })
}

function lookAtMoved(line: Line): void {
  line.looking = undefined
  const priceOf = priceIn(line)
  for (const symbol of line.moved) {
    const price = priceOf(symbol)
    if (price === undefined || line.isStopped) continue
    for (const id of line.watch.tick(symbol, price, priceOf)) isDue(line, id)
  }
  line.moved.clear()
  write(line)
}

function retry(line: Line): void {
  const { due, watch, options } = line
  // Beside an account of now, marks of long ago say nothing that ever was.
  const oldest = options.services.clock.now() - markLifeMs
  for (const [id, { seenAt }] of due) if (seenAt < oldest) due.delete(id)
  if (line.isStarted) endEmptied(line)
  for (const id of [...watch.waiting()].slice(0, againMax)) if (isStep(lookAgain(line, id))) isDue(line, id)
  write(line)
}

function write(line: Line): void {
  if (line.isStopped || line.due.size === 0) return
  line.writing ??= writeAll(line)
    .catch((error: unknown) => {
      line.options.services.log.error({ error }, 'warnings before liquidations could not be written')
    })
    .finally(() => {
      line.writing = undefined
    })
}

/** Writes what is due, a batch after the other. What could not be decided now is left to the next round. */
async function writeAll(line: Line): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const batch = [...line.due].filter(([id]) => !tried.has(id)).slice(0, batchMax)
    if (batch.length === 0 || line.isStopped) return
    for (const [id] of batch) tried.add(id)
    const outcomes = await line.options.write(batch.map(([, one]) => one))
    batch.forEach(([id, one], at) => {
      const outcome = outcomes[at]
      if (outcome?.kind === 'known') hasStep(line, id, one, outcome.last)
      else if (line.due.get(id) === one) line.due.delete(id)
    })
  }
}

/** What the last step of an account is, was decided: it is watched for the next. */
function hasStep(line: Line, id: string, one: DueStep, step: WarningStep | undefined): void {
  const { customerId, account } = one
  if (line.due.get(id) === one) line.due.delete(id)
  if (step === undefined || step === 'calm') line.last.delete(id)
  else line.last.set(id, { customerId, account, step })
  const found = line.accounts.get(id)
  if (found !== undefined) look(line, id, found)
}
