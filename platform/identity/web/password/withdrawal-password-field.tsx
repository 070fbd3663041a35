import { pinTries } from '@bolsillo/factors/domain'
import { formatDateTime, Note, PinField, useUi } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { profile } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'

export interface WithdrawalPasswordFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onComplete?: (value: string) => void
  /** The refusal about this field. */
  readonly error?: string | undefined
  readonly autoFocus?: boolean
  readonly disabled?: boolean
}

/** The six digits of withdrawals, with the tries that are left, or until when they are locked. */
export default function WithdrawalPasswordField(props: WithdrawalPasswordFieldProps) {
  const t = useWords<Messages>('identity')
  const { zone } = useUi()
  const own = useCall(profile, {})
  const state = own.data?.withdrawalPassword
  const lockedUntil = state?.lockedUntil
  const hint =
    lockedUntil !== undefined ? (
      <Note icon={LockKeyhole} tone="bad">
        {t('tradePassword.locked', { until: formatDateTime(lockedUntil, zone, { shows: 'minute' }) })}
      </Note>
    ) : state !== undefined && state.triesLeft < pinTries ? (
      t('tradePassword.triesLeft', { triesLeft: state.triesLeft })
    ) : undefined
  return <PinField {...props} label={t('withdrawalPassword.label')} hint={hint} />
}
