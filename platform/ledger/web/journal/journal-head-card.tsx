import { Card, DateTime, Icon, shortHash } from '@bolsillo/ui'
import { useKit, useWords } from '@bolsillo/web-kit'
import Minus from 'lucide-react/icons/minus'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useEffect, useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { loadDeviceHash } from './device-hash.ts'
import { followNewestHead, type HeadStanding } from './follow-head.ts'
import { ForkAdvice } from './fork-advice.tsx'
import { noteStanding, useFork } from './fork-found.ts'
import { storedHead } from './remembered-head.ts'

/** Whether the journal that is signed now continues the one this device was shown before. Checks when it is shown. */
export function JournalHeadCard() {
  const t = useWords<Messages>('ledger')
  const { client } = useKit()
  const [standing, setStanding] = useState<HeadStanding>()
  useEffect(() => {
    let isShown = true
    loadDeviceHash()
      .then((device) => followNewestHead({ ask: client.call, memory: storedHead, device }))
      .catch((): HeadStanding => ({ kind: 'unknown' }))
      .then((found) => {
        noteStanding(found)
        if (isShown) setStanding(found)
      })
    return () => {
      isShown = false
    }
  }, [client])
  // One that was found before is reported until its owner is done with it, whatever the server shows now.
  const { open, told } = useFork()
  const isFork = open !== undefined || standing?.kind === 'contradicts'
  const isSound = !isFork && (standing?.kind === 'extends' || standing?.kind === 'first')
  return (
    <Card>
      <p role="status" className="flex items-center gap-2 font-strong text-15">
        <Icon
          of={isFork ? ShieldAlert : isSound ? ShieldCheck : Minus}
          size={20}
          className={`shrink-0 ${isFork ? 'text-danger' : isSound ? 'text-ok' : 'text-second'}`}
        />
        {t(`journal.heads.${isFork ? 'contradicts' : (standing?.kind ?? 'checking')}`)}
      </p>
      {told !== undefined && (
        <div className="mt-3">
          <ForkAdvice fork={told} />
        </div>
      )}
      {isSound && <Sound standing={standing} />}
    </Card>
  )
}

function Sound({ standing }: { readonly standing: HeadStanding | undefined }) {
  const t = useWords<Messages>('ledger')
  if (standing?.kind !== 'extends' && standing?.kind !== 'first') return null
  const { head } = standing
  return (
    <div className="mt-1 grid gap-1 text-13 text-second">
      {standing.kind === 'extends' && (
        <p>
          {t('journal.seen', { seq: String(standing.seen.seq) })} <DateTime at={standing.seen.at} shows="second" />
        </p>
      )}
      <p>
        {t('journal.newest', { seq: String(head.seq), root: shortHash(head.tree?.root ?? '') })}{' '}
        <DateTime at={head.at} shows="second" />
      </p>
    </div>
  )
}
