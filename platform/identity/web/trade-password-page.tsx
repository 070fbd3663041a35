import { ErrorState, PageFrame, SkeletonCard, showToast } from '@bolsillo/ui'
import { useCall, useGoBack, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { loginInfo } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'
import { TradePasswordForm } from './trade-password-form.tsx'

/** Sets the trade password, or changes it. */
export default function TradePasswordPage() {
  const t = useWords<Messages>('identity')
  const info = useCall(loginInfo, {})
  const goBack = useGoBack()
  const [forgotten, setForgotten] = useState(false)
  // What was set when the page opened: saving must not turn "create" into "change" under the customer's eyes.
  const [wasSet, setWasSet] = useState<boolean>()
  if (wasSet === undefined && info.data !== undefined) setWasSet(info.data.tradePasswordSet)
  const title = t('tradePassword.title')
  if (info.isError) {
    return (
      <PageFrame title={title}>
        <ErrorState title={info.error.message} onRetry={() => void info.refetch()} />
      </PageFrame>
    )
  }
  if (wasSet === undefined) {
    return (
      <PageFrame title={title}>
        <SkeletonCard />
      </PageFrame>
    )
  }
  return (
    <PageFrame title={title} {...(forgotten ? { onBack: () => setForgotten(false) } : {})}>
      <h2 className="pt-1 text-20">{t(wasSet ? 'tradePassword.change' : 'tradePassword.create')}</h2>
      <p className="text-14 text-second">{t('tradePassword.why')}</p>
      <TradePasswordForm
        key={String(forgotten)}
        proof={wasSet ? (forgotten ? 'forgotten' : 'current') : 'first'}
        onForgot={() => setForgotten(true)}
        onSaved={() => {
          showToast(t('tradePassword.saved'))
          goBack()
        }}
      />
    </PageFrame>
  )
}
