import type { WaysOfActs } from '@bolsillo/audit/server'
import type { ReplyOf } from '@bolsillo/contract'
import { assert, type Id, type Instant, idOf, isRejection, plusMs, type Rejection } from '@bolsillo/kernel'
import {
  type EventHandler,
  handlersOf,
  onSubscribe,
  pause,
  type Repeating,
  type Room,
  repeat,
  systemTimers,
  type Tx,
  transaction,
  type UseCase,
  useCase,
} from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { createGrammarCheck, undeclaredKinds } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { listHolds } from './books/list-holds.ts'
import { listRecords } from './books/list-records.ts'
import { listBookAccounts, listBookRecords } from './books/public-accounts.ts'
import { createPublicBooks, type PublicBooks } from './books/public-books.ts'
import { readAssets } from './books/read-assets.ts'
import { readConsistency, readInclusion, waysToHead } from './books/read-inclusion.ts'
import { type LedgerDeps, type LedgerRoomDeps, writeBalance } from './deps.ts'
import { createActSealer } from './journal/seal-acts.ts'
import { findAllowedKinds } from './ledger-store.ts'
import { balanceChangedTopic } from './post-entries.ts'
import { fillPracticePool, grantPracticeMoney, takePracticeGrant } from './practice/take-practice-grant.ts'
import { type Cosigning, createCosigning } from './witness/cosigning.ts'
import { createWitness, type Witness } from './witness/witness.ts'

/**
 * Milliseconds between two lines of the witness file. The head is signed then, whether anybody asks for it or not; who
 * asks in between is given a newer one (`Witness.fresh`).
 */
const signEveryMs = 15_000
/** So often the chain is followed, and every entry held against the grammar of its kind: what nobody may write is found by then. */
const followEveryMs = 1000
/** So often what is new of the tree is stored, which signing a head waits for. */
const growEveryMs = 1000
/** After a start: customers who wait for the server come first. */
const followFirstAfterMs = 2000
/** Between two small steps of it: all in one go would hold up whoever orders meanwhile. */
const followRestMs = 30
/** The demo's customers took their grant this long ago, so that some weeks of history can follow it. */
const demoGrantAgeMs = 45 * 86_400_000

/** The public books, as they are now. */
const readBooks = useCase(calls.readBooks, (_request, { now }, { books }: LedgerRoomDeps) => books.read(now))

/** The witnesses of the journal, and what each cosigned last. */
const readWitnesses = useCase(
  calls.readWitnesses,
  async (_request, { now }, { cosigner }: LedgerRoomDeps): Promise<ReplyOf<typeof calls.readWitnesses>> => {
    const published = await cosigner?.published(now)
    if (published === undefined) return { witnesses: [] }
    const { witnesses, ...cosigned } = published
    return {
      cosigned,
      witnesses: witnesses.map(({ size, ...one }) => (size === undefined ? one : { ...one, size: String(size) })),
    }
  },
)

const useCases: readonly UseCase<LedgerRoomDeps>[] = [
  ...[readAssets, listHolds, listRecords, takePracticeGrant],
  ...[readBooks, listBookAccounts, listBookRecords],
  ...[readInclusion, readConsistency, readWitnesses],
]

/** The ledger's room, and what other rooms use of it. */
interface LedgerRoom {
  readonly room: Room
  readonly grantPracticeMoney: (tx: Tx, customerId: Id<'cus'>, at: Instant) => Promise<object | Rejection>
  readonly waysOf: WaysOfActs
  /** Why money promised at an instant may not leave yet (`PublicBooks`). */
  readonly obstacle: PublicBooks['obstacle']
  /** The newest cosigned checkpoint, as others' tools read it; undefined while there is none. */
  readonly checkpoint: (now: Instant) => Promise<string | undefined>
}

/** The ledger's room: what customers and the public see of the books. */
export function createLedgerRoom(deps: LedgerDeps): LedgerRoom {
  const { services } = deps
  const { sql } = services
  const witness = witnessOf(deps)
  const cosigning = cosigningOf(deps, witness)
  const acts = createActSealer(services)
  const books = booksOf(deps, witness)
  const follow = (rest?: () => Promise<boolean>): Promise<void> => books.follow(services.clock.now(), rest)
  const sign = async (): Promise<void> => await witness?.sign(services.clock.now())
  const isCosigned = (deps.cosigning?.witnesses.length ?? 0) > 0
  const offer = async (): Promise<void> => await cosigning?.offer(services.clock.now())
  let repeating: readonly Repeating[] = []
  let isStopping = false
  const rest = async (): Promise<boolean> => {
    await pause(services.timers ?? systemTimers, followRestMs)
    return !isStopping
  }
  const room: Room = {
    name: 'ledger',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf(useCases, { ...deps, books, witness, cosigner: cosigning }),
    channels: [ownBalances(deps)],
    events: [publishBalances(deps)],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
    start: async () => {
      const undeclared = undeclaredKinds(await findAllowedKinds(sql))
      assert(undeclared.length === 0, `entries of ${undeclared.join(', ')} do not declare what they are to a customer`)
      await fillPracticePool(deps)
      await acts.start()
      // One step, so that something is known at once; the rest of the journal is followed once customers are served.
      await follow(async () => false)
      await sign()
      repeating = [
        repeat(followEveryMs, () => follow(rest), services, followFirstAfterMs),
        ...(witness === undefined
          ? []
          : [repeat(signEveryMs, sign, services, followFirstAfterMs), repeat(growEveryMs, witness.grow, services)]),
        // Apart from following: a witness that does not answer keeps nobody else waiting.
        ...(isCosigned ? [repeat(followEveryMs, offer, services, followFirstAfterMs)] : []),
      ]
    },
    stop: async () => {
      isStopping = true
      for (const each of repeating) await each.stop()
      await acts.stop()
      await sign()
    },
    seedDemo: ({ customerIds }) => seedGrants(deps, customerIds),
    // The first start signs nothing before it is complete: nobody is served without a head.
    ready: sign,
  }
  return {
    room,
    grantPracticeMoney: (tx, customerId, at) => grantPracticeMoney(deps, tx, customerId, at),
    obstacle: books.obstacle,
    waysOf: (db, acts, now) => waysToHead(witness, db, acts, now),
    checkpoint: async (now) => (await cosigning?.published(now))?.note,
  }
}

function witnessOf({ services, witnessFile: file }: LedgerDeps): Witness | undefined {
  if (file === undefined) return undefined
  const { sql, log, isBeginning } = services
  return createWitness({ sql, log, seed: services.secret('ledger-witness'), file, isBeginning })
}

function cosigningOf({ services, cosigning }: LedgerDeps, witness: Witness | undefined): Cosigning | undefined {
  if (witness === undefined || cosigning === undefined) return undefined
  const { sql, log } = services
  return createCosigning({ ...cosigning, sql, log, seed: services.secret('ledger-witness'), witness })
}

function booksOf(deps: LedgerDeps, witness: Witness | undefined): PublicBooks {
  const { services, valuation } = deps
  const { sql, log } = services
  return createPublicBooks({
    sql,
    log,
    valuation,
    witness,
    ...(deps.onProblem === undefined ? {} : { onProblem: deps.onProblem }),
    // The database refuses a cause that happened already; here memory would grow with the journal.
    ...(deps.isGrammarKept === false ? {} : { grammar: createGrammarCheck({ remembers: false }) }),
  })
}

/** The demo's customers took their grants some weeks ago. */
async function seedGrants(deps: LedgerDeps, customerIds: readonly Id<'cus'>[]): Promise<void> {
  const { services } = deps
  if (services.mode !== 'SIM') return
  const at = plusMs(services.clock.now(), -demoGrantAgeMs)
  for (const customerId of customerIds) {
    const outcome = await transaction(services.sql, (tx) => grantPracticeMoney(deps, tx, customerId, at, 'demo'))
    if (isRejection(outcome)) throw new Error(`the demo's practice grant was refused: ${outcome.spec.name}`)
  }
}

function ownBalances({ ledger, valuation }: LedgerDeps): ReturnType<typeof onSubscribe> {
  return onSubscribe(calls.balancesChannel, async (key, db) => {
    const own = await ledger.balancesOfCustomer(db, idOf('cus', key))
    return { balances: own.map((balance) => writeBalance(balance, valuation)) }
  })
}

/** Every process notifies the customers whose sockets it holds. */
function publishBalances({ services, ledger, publisher, valuation }: LedgerDeps): EventHandler {
  return {
    topic: balanceChangedTopic,
    name: 'publish-balances',
    scope: 'each-process',
    handle: async ({ payload }) => {
      for (const [customerId, accounts] of Object.entries(payload.customers ?? {})) {
        if (publisher.watched?.(calls.balancesChannel, customerId) === false) continue
        const changed = new Set(Array.isArray(accounts) ? accounts : [])
        const own = await ledger.balancesOfCustomer(services.sql, idOf('cus', customerId))
        const balances = own.filter(({ account }) => changed.has(account))
        publisher.publish(calls.balancesChannel, customerId, {
          balances: balances.map((balance) => writeBalance(balance, valuation)),
        })
      }
    },
  }
}
