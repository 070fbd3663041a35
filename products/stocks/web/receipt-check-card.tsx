import { JournalChecks } from '@bolsillo/ledger/web'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { shortHash } from '@bolsillo/ui'
import { sha256, useKit, useWords } from '@bolsillo/web-kit'
import { receipt } from '../contract.ts'
import { failedChecks, receiptChecks } from '../domain/index.ts'

/**
 * "Check on this phone": fetches the receipt and computes amounts, fees, postings and hashes here. What it is compared
 * with is the entries as hashed, not the totals the server shows.
 */
export function ReceiptCheckCard({ orderId }: { readonly orderId: string }) {
  const t = useWords<TradingMessages>('trading')
  const { client } = useKit()
  return (
    <JournalChecks
      fileName={orderId}
      checks={receiptChecks.map((one) => [one, t(`order.checks.${one}`)] as const)}
      words={{
        action: t('order.check'),
        good: t('order.checkTitle'),
        bad: t('order.checkFailed'),
        explained: t('order.checkExplained'),
      }}
      check={async () => {
        const answer = await client.call(receipt, { orderId })
        if (answer.kind !== 'reply') return undefined
        const { head, entries } = answer.data
        const against = t('order.head', { seq: head.seq, hash: shortHash(head.hash) })
        return { failed: await failedChecks(answer.data, sha256), against, entries }
      }}
    />
  )
}
