import { JournalChecks } from '@bolsillo/ledger/web'
import { shortHash } from '@bolsillo/ui'
import { sha256, useKit, useWords } from '@bolsillo/web-kit'
import { readDepositReceipt } from '../contract/index.ts'
import { depositChecks, failedDepositChecks } from '../domain/receipt-check.ts'
import type { Messages } from '../messages/es-ES.ts'

/** "Check on this phone": fetches the receipt and does the sums here, with the entries as they were hashed. */
export function ReceiptCheck({ depositId }: { readonly depositId: string }) {
  const t = useWords<Messages>('deposits')
  const { client } = useKit()
  return (
    <JournalChecks
      fileName={depositId}
      checks={depositChecks.map((one) => [one, t(`check.${one}`)] as const)}
      words={{ action: t('check.action'), good: t('check.good'), bad: t('check.bad'), explained: t('check.explained') }}
      check={async () => {
        const answer = await client.call(readDepositReceipt, { depositId })
        if (answer.kind !== 'reply') return undefined
        const { head, entries } = answer.data
        const against = t('check.head', { seq: head.seq, hash: shortHash(head.hash) })
        return { failed: await failedDepositChecks(answer.data, sha256), against, entries }
      }}
    />
  )
}
