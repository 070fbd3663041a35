import { useFork } from '@bolsillo/ledger/web'
import { DateTime, Icon, useUi } from '@bolsillo/ui'
import { useSession, useWords } from '@bolsillo/web-kit'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Messages } from '../messages/es-ES.ts'
import { useLastCheck } from './remembered.ts'

/** What the last check on this phone came to, in one quiet line that leads to the page with all of it. */
export default function ProofLine() {
  const t = useWords<Messages>('proof')
  const { Link } = useUi()
  const { user } = useSession()
  const last = useLastCheck(user?.id)
  const isForked = useFork().open !== undefined
  const isBad = last?.sound === false || isForked
  return (
    <Link
      href="/pages/user/proof"
      className={`flex min-h-11 items-center gap-2 px-1 text-13 ${isBad ? 'text-danger' : 'text-second'}`}
    >
      <Icon
        of={isBad ? ShieldAlert : ShieldCheck}
        size={16}
        className={last?.sound === true && !isBad ? 'text-ok' : ''}
      />
      <span className="min-w-0 flex-1">
        {isForked ? (
          t('lineFork')
        ) : last === undefined ? (
          t('linePending')
        ) : isBad ? (
          t('lineBad')
        ) : (
          <>
            {t('line')} <DateTime at={last.at} shows="date" />
          </>
        )}
      </span>
      <Icon of={ChevronRight} size={16} />
    </Link>
  )
}
