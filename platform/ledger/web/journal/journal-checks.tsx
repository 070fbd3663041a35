import { Button, DateTime, ReceiptChecks, type ReceiptChecksProps, type ReceiptFinding, shortHash } from '@bolsillo/ui'
import { saveFile, useKit, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { checkInclusion, type InclusionFinding, type NamedEntry } from './check-inclusion.ts'
import { noteCheckedReceipt } from './checked-receipt.ts'
import { loadDeviceHash } from './device-hash.ts'
import { ForkAdvice } from './fork-advice.tsx'
import { noteStanding, useFork } from './fork-found.ts'
import { storedHead } from './remembered-head.ts'

/** What a room's own checks found, and the entries its receipt names. */
export interface JournalFinding<Check extends string> extends Omit<ReceiptFinding<Check>, 'open' | 'more'> {
  readonly entries: readonly NamedEntry[]
}

export interface JournalChecksProps<Check extends string> extends Omit<ReceiptChecksProps<Check>, 'check'> {
  /** Fetches the receipt and does the room's own sums; undefined when it could not be had. */
  readonly check: () => Promise<JournalFinding<Check> | undefined>
  /** Names the file a customer takes away: `bolsillo-comprobante-<name>.json`. */
  readonly fileName: string
}

/**
 * "Check on this phone" with one line more, the same for every receipt: that the journal under the newest signed head
 * holds each of its entries, followed here from the entry's text to the signature.
 */
export function JournalChecks<Check extends string>({ checks, words, check, fileName }: JournalChecksProps<Check>) {
  const t = useWords<Messages>('ledger')
  const { client, session } = useKit()
  const run = async (): Promise<ReceiptFinding<Check | 'journal'> | undefined> => {
    const own = await check()
    if (own === undefined) return undefined
    // What does the sums may not have come over the network: the room's own checks are shown all the same.
    const found = await loadDeviceHash()
      .then((device) => checkInclusion({ ask: client.call, memory: storedHead, device, pause }, own.entries))
      .catch((): InclusionFinding => ({ kind: 'unavailable' }))
    if (found.kind === 'contradicts') noteStanding(found)
    const isFalse = found.kind === 'false' || found.kind === 'stopped' || found.kind === 'contradicts'
    const userId = session.read().user?.id
    if (userId !== undefined && !isFalse && own.failed.length === 0) noteCheckedReceipt(userId)
    return {
      failed: isFalse ? [...own.failed, 'journal'] : own.failed,
      open: isFalse || found.kind === 'signed' ? [] : ['journal'],
      against: own.against,
      more: <FoundInJournal found={found} fileName={fileName} />,
    }
  }
  return (
    <ReceiptChecks<Check | 'journal'> checks={[...checks, ['journal', t('journal.check')]]} words={words} check={run} />
  )
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function FoundInJournal({
  found,
  fileName,
}: {
  readonly found: InclusionFinding
  readonly fileName: string
}): ReactNode {
  const t = useWords<Messages>('ledger')
  const { told: fork } = useFork()
  switch (found.kind) {
    case 'signed': {
      const { file, head } = found
      const values = { size: String(head.tree?.size), root: shortHash(head.tree?.root ?? ''), key: shortHash(head.key) }
      return (
        <>
          <p>
            {t('journal.signed', values)} <DateTime at={head.at} shows="second" />.
          </p>
          <Button
            kind="ghost"
            size="medium"
            wide
            className="mt-1"
            onClick={() => saveFile(`bolsillo-comprobante-${fileName}.json`, 'application/json', file)}
          >
            {t('journal.take')}
          </Button>
          <p>{t('journal.takeText')}</p>
        </>
      )
    }
    case 'waiting':
      return (
        <p>
          {t('journal.waiting')} {found.nextAt !== undefined && <DateTime at={found.nextAt} shows="second" />}
        </p>
      )
    case 'contradicts':
      return fork === undefined ? null : <ForkAdvice fork={fork} />
    case 'false':
      return <p className="text-danger">{t('journal.false', { entry: found.entryId })}</p>
    case 'stopped':
      return <p className="text-danger">{t('journal.stopped')}</p>
    case 'unsigned':
    case 'unavailable':
    case 'nothing':
      return <p>{t(`journal.${found.kind}`)}</p>
    default:
      return found satisfies never
  }
}
