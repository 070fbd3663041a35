import { instant, isRejection, money, present, quantityOf } from '@bolsillo/kernel'
import { type Tx, transaction } from '@bolsillo/server-kit'
import { applicationReference, releaseEntry } from '../domain/index.ts'
import { insertEnd, insertSettlement } from './allotment-store.ts'
import { findUnsettled, type StoredApplication } from './application-store.ts'
import { heldOf } from './apply.ts'
import type { OfferingsDeps } from './deps.ts'
import type { OfferingWithState } from './offering-store.ts'

const cause = { cause: 'job:offerings' }
/** Applications that are released in one transaction, and that are paid side by side. */
const releasedAtOnce = 100
const paidAtOnce = 16

/** Releases who got nothing, at once; pays what was allotted from its time on. Whatever was stopped goes on where it was. */
export async function settleOffering(deps: OfferingsDeps, offering: OfferingWithState): Promise<void> {
  const { services } = deps
  await inPages(deps, offering, { isPaid: false, limit: releasedAtOnce }, (page) =>
    transaction(services.sql, (tx) => release(deps, tx, offering, page), cause),
  )
  if (services.clock.now() < offering.paysAt) return
  await inPages(deps, offering, { isPaid: true, limit: paidAtOnce }, async (page) => {
    await Promise.all(page.map((application) => pay(deps, offering, application)))
  })
  await transaction(services.sql, (tx) => insertEnd(tx, offering.id, services.clock.now()), cause)
}

async function inPages(
  { services }: OfferingsDeps,
  { id }: OfferingWithState,
  { isPaid, limit }: { readonly isPaid: boolean; readonly limit: number },
  work: (page: readonly StoredApplication[]) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const page = await findUnsettled(services.sql, id, { isPaid, after, limit })
    const last = page.at(-1)
    if (last === undefined) return
    await work(page)
    after = last.id
  }
}

/** Nothing was allotted: all that was held is the customer's again, and they are notified. */
async function release(
  { services, audit, ledger }: OfferingsDeps,
  tx: Tx,
  offering: OfferingWithState,
  page: readonly StoredApplication[],
): Promise<void> {
  const now = services.clock.now()
  for (const { customerId } of page) {
    const details = { about: offering.id, symbol: offering.symbol }
    await audit.record(tx, { at: now, actor: 'offerings', action: 'offerings.release', subject: customerId, details })
  }
  for (const application of page) await insertSettlement(tx, application, now)
  const entries = page.map((application) =>
    releaseEntry(heldOf(offering, application), {
      ...{ id: present(application.endEntryId, 'the entry of a result'), at: now, actor: 'offerings' },
    }),
  )
  const posted = await ledger.post(tx, entries)
  if (posted.kind !== 'posted') throw new Error(`${posted.account} is ${posted.short} short of what is held`)
}

/**
 * Allotment, payment and release of the rest: one entry, on the desk, which keeps positions. Its id was written with the
 * result: where a stop came between the entry and its settlement, it is found here.
 */
async function pay(deps: OfferingsDeps, offering: OfferingWithState, application: StoredApplication): Promise<void> {
  const { services, ledger, trading, instruments } = deps
  const { id, customerId } = application
  const entryId = present(application.endEntryId, 'the entry of a result')
  const [known] = await ledger.entries(services.sql, [entryId])
  let settledAt = known?.entry.at
  if (settledAt === undefined) {
    const instrument = present(
      instruments.find(({ id: symbol }) => symbol === offering.symbol),
      offering.symbol,
    )
    const { held, holdId } = heldOf(offering, application)
    const shares = present(application.allotted, 'the shares of a result')
    const done = await trading.allot({
      ...{ customerId, instrumentId: instrument.id, entryId, holdId, held: held.minor },
      reference: applicationReference(id),
      quantity: quantityOf(shares * 10n ** BigInt(instrument.scale.quantityScale)),
      amount: money(shares * offering.price, held.asset),
      sellableAt: instant(offering.sellableAt),
    })
    if (isRejection(done)) throw new Error(`${id} is not paid yet: ${done.spec.name}`)
    settledAt = done.at
  }
  const at = settledAt
  await transaction(services.sql, (tx) => insertSettlement(tx, { id, customerId }, at), cause)
}
