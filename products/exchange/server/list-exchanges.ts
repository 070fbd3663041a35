import type { KeptQuote } from '@bolsillo/conversion/server'
import { present, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { listExchanges as listCall, readExchangeReceipt as receiptCall, rejections } from '../contract/index.ts'
import type { ExchangeDeps } from './deps.ts'
import { writeOffer } from './offer-rows.ts'

const rowsPerPage = 20

/** The customer's conversions, newest first. */
export const listExchanges = useCase(
  listCall,
  async ({ cursor, limit = rowsPerPage }, { db, customer }, { conversions }: ExchangeDeps) => {
    const { customerId } = customer
    const page = { limit, ...(cursor === undefined ? {} : { before: cursor }) }
    const found = await conversions.executed(db, customerId, page)
    const last = found.at(-1)
    return {
      rows: found.flatMap((kept) => writeDone(kept) ?? []),
      ...(last !== undefined && found.length === limit ? { next: last.quote.quoteId } : {}),
    }
  },
)

/** One conversion with the entry that moved its money. */
export const readExchangeReceipt = useCase(
  receiptCall,
  async ({ quoteId }, { db, customer }, { conversions, ledger }: ExchangeDeps) => {
    const { customerId } = customer
    const kept = await conversions.find(db, customerId, quoteId)
    const done = kept === undefined ? undefined : writeDone(kept)
    if (kept?.entryId === undefined || done === undefined)
      return reject(rejections.exchangeUnknown, { field: 'quoteId' })
    const [chained] = await ledger.entries(db, [kept.entryId])
    const { entry, hash } = present(chained, 'the entry of an executed conversion')
    return { ...done, seq: String(entry.seq), hash }
  },
)

function writeDone({ quote, entryId, executedAt }: KeptQuote) {
  if (entryId === undefined || executedAt === undefined) return undefined
  return { offer: writeOffer(quote), entryId, executedAt }
}
