import type { Audit } from '@bolsillo/audit/server'
import { decimalUnits, present, writeDecimal } from '@bolsillo/kernel'
import type { AccountId } from '@bolsillo/ledger/domain'
import { transaction } from '@bolsillo/server-kit'
import { innerKinds, liabilityTolerances, type PaymentRail, payableAssets, railCustody } from '../../domain/index.ts'
import type { PaymentsDeps } from '../deps.ts'
import {
  findHalts,
  findOwedAndHeld,
  findStatedBalance,
  insertHalt,
  insertHaltEnd,
  lockHalts,
  type OwedAndHeld,
  sumUnderWay,
} from './halt-store.ts'

/** Two looks in a row find it before credits are halted: what is booked a moment after it happened halts nothing. */
export const watchEveryMs = 15_000
const entriesPerPage = 500

type Deps = Pick<PaymentsDeps, 'services' | 'ledger' | 'settings' | 'rails' | 'manual'> & {
  readonly audit: Audit | undefined
}

/** What of a rail's custody moved on the rail itself, as far as the journal was read. */
interface RailBook {
  readonly upTo: bigint
  readonly net: bigint
}

/**
 * Compares what we owe of each asset with what is held for it, and halts or lifts. Held counts as our books have it, and of
 * a rail that says itself what it holds, or whose statement does, no more than that.
 */
export function watchLiabilities(deps: Deps): () => Promise<void> {
  const { services, settings } = deps
  const books = new Map<AccountId, RailBook>()
  let shortBefore: ReadonlySet<string> = new Set()
  const toleranceOf = (asset: string): bigint => {
    const setting = liabilityTolerances[asset]
    return setting === undefined ? 0n : decimalUnits(settings.get(setting), present(payableAssets[asset], asset).scale)
  }
  return async () => {
    const found: OwedAndHeld[] = []
    for (const one of await findOwedAndHeld(services.sql)) {
      found.push({ ...one, held: one.held - (await beyondEvidence(deps, books, one.asset)) })
    }
    const isShort = ({ asset, owed, held }: OwedAndHeld): boolean => owed - held > toleranceOf(asset)
    const shortNow = found.filter(isShort)
    const halts = await findHalts(services.sql)
    const toHalt = shortNow.filter(({ asset }) => shortBefore.has(asset) && !halts.some((halt) => halt.asset === asset))
    const toLift = halts.filter(({ asset }) => !shortNow.some((one) => one.asset === asset))
    shortBefore = new Set(shortNow.map(({ asset }) => asset))
    if (toHalt.length + toLift.length > 0) await write(deps, toHalt, toLift, found)
  }
}

async function write(
  { services, audit }: Deps,
  toHalt: readonly OwedAndHeld[],
  toLift: Awaited<ReturnType<typeof findHalts>>,
  found: readonly OwedAndHeld[],
): Promise<void> {
  const now = services.clock.now()
  await transaction(
    services.sql,
    async (tx) => {
      await lockHalts(tx)
      const open = await findHalts(tx)
      const record = async (action: string, haltId: string, { asset, owed, held }: OwedAndHeld): Promise<void> => {
        const value = writeDecimal(owed - held, payableAssets[asset]?.scale ?? 0)
        const act = { at: now, actor: 'payments', subject: haltId, details: { asset, value } }
        await audit?.record(tx, { ...act, action })
      }
      for (const one of toHalt) {
        if (open.some(({ asset }) => asset === one.asset)) continue
        const haltId = services.ids.next('hlt')
        await insertHalt(tx, { ...one, haltId, since: now })
        await record('payments.halt-credits', haltId, one)
        services.log.error({ asset: one.asset, short: (one.owed - one.held).toString() }, 'credits are halted')
      }
      for (const halt of toLift) {
        if (!open.some(({ haltId }) => haltId === halt.haltId)) continue
        const one = found.find(({ asset }) => asset === halt.asset) ?? { asset: halt.asset, owed: 0n, held: 0n }
        await insertHaltEnd(tx, halt.haltId, one, now)
        await record('payments.lift-halt', halt.haltId, one)
      }
    },
    { cause: 'job:payments.watch-liabilities' },
  )
}

/** How much more our books say rails hold of an asset than the rails' own word or statement does. */
async function beyondEvidence(deps: Deps, books: Map<AccountId, RailBook>, asset: string): Promise<bigint> {
  let beyond = 0n
  for (const rail of deps.rails) {
    if (!rail.assets.includes(asset)) continue
    // The rail is asked last: what it received meanwhile only adds to what it holds.
    const booked = await followBook(deps, books, railCustody(rail.id, asset))
    const underWay = await sumUnderWay(deps.services.sql, rail.id, asset)
    const held = await wordOf(deps, rail, asset)
    const gap = held === undefined ? 0n : booked - underWay - held
    if (gap > 0n) beyond += gap
  }
  return beyond
}

async function wordOf({ services, manual }: Deps, rail: PaymentRail, asset: string): Promise<bigint | undefined> {
  if (rail.id === manual?.railId) return await findStatedBalance(services.sql, rail.id, asset)
  try {
    return await rail.holds?.(asset)
  } catch (error) {
    // That it is silent is on the console's page; it says nothing for or against what our books have.
    services.log.warn({ rail: rail.id, error }, 'a rail does not say what it holds')
    return undefined
  }
}

/** What a rail holds by the journal: everything that moved on the rail, without moves between custodians. */
async function followBook(
  { ledger, services }: Deps,
  books: Map<AccountId, RailBook>,
  account: AccountId,
): Promise<bigint> {
  const known = books.get(account) ?? { upTo: 0n, net: 0n }
  let [net, upTo] = [known.net, known.upTo]
  let before: { readonly seq: bigint; readonly line: number } | undefined
  for (;;) {
    const page = await ledger.entriesOfAccount(services.sql, account, {
      limit: entriesPerPage,
      movedOnly: true,
      ...(before === undefined ? {} : { before }),
    })
    const fresh = page.filter(({ seq }) => seq > known.upTo)
    for (const { entry, line, seq } of fresh) {
      if (seq > upTo) upTo = seq
      if (!innerKinds.includes(entry.kind)) net -= present(entry.postings[line], 'the posting of a line').posted
    }
    const last = page.at(-1)
    if (last === undefined || page.length < entriesPerPage || fresh.length < page.length) break
    before = { seq: last.seq, line: last.line }
  }
  books.set(account, { upTo, net })
  return net
}
