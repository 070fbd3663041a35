import { JournalChecks } from '@bolsillo/ledger/web'
import { shortHash } from '@bolsillo/ui'
import { sha256, useKit, useWords } from '@bolsillo/web-kit'
import { withdrawalReceipt } from '../contract/index.ts'
import { failedChecks, receiptChecks } from '../domain/receipt-check.ts'
import type { Messages } from '../messages/es-ES.ts'

/** "Check on this phone": computes charges, what moved on the account and every hash here, from the entries as hashed. */
export function ReceiptCard({ withdrawalId }: { readonly withdrawalId: string }) {
  const t = useWords<Messages>('withdrawals')
  const { client } = useKit()
  return (
    <JournalChecks
      fileName={withdrawalId}
      checks={receiptChecks.map((one) => [one, t(`checks.${one}`)] as const)}
      words={{
        action: t('checks.button'),
        good: t('checks.title'),
        bad: t('checks.failed'),
        explained: t('checks.explained'),
      }}
      check={async () => {
        const answer = await client.call(withdrawalReceipt, { withdrawalId })
        if (answer.kind !== 'reply') return undefined
        const { head, entries } = answer.data
        const against = t('checks.head', { seq: head.seq, hash: shortHash(head.hash) })
        return { failed: await failedChecks(answer.data, sha256), against, entries }
      }}
    />
  )
}
