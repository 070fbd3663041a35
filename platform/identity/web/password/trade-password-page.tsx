import type { PinKind } from '@bolsillo/factors/domain'
import { ErrorState, Note, PageFrame, SkeletonCard, showToast } from '@bolsillo/ui'
import { useCall, useGoBack, useSearchParams, useWords } from '@bolsillo/web-kit'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { loginInfo, profile } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { PinForm } from './pin-form.tsx'

/** Sets the trade password, or changes it; with `kind=withdrawal` its twin. */
export default function TradePasswordPage() {
  const [params] = useSearchParams()
  const kind: PinKind = params.get('kind') === 'withdrawal' ? 'withdrawal' : 'trade'
  return <PinPage key={kind} kind={kind} />
}

function PinPage({ kind }: { readonly kind: PinKind }) {
  const t = useWords<Messages>('identity')
  const info = useCall(loginInfo, {})
  const goBack = useGoBack()
  const own = useCall(profile, {})
  const hours = own.data?.coolDownHours
  const [forgotten, setForgotten] = useState(false)
  // What was set when the page opened: saving must not turn "create" into "change" under the customer's eyes.
  const [wasSet, setWasSet] = useState<boolean>()
  if (wasSet === undefined && info.data !== undefined) setWasSet(info.data[`${kind}PasswordSet`])
  const title = t(`${kind}Password.title`)
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
      <h2 className="pt-1 text-20">{t(wasSet ? `${kind}Password.change` : `${kind}Password.create`)}</h2>
      <p className="text-14 text-second">{t(`${kind}Password.why`)}</p>
      {kind === 'withdrawal' && wasSet && hours !== undefined && (
        <Note icon={Clock}>{t('withdrawalPassword.waits', { hours })}</Note>
      )}
      <PinForm
        key={String(forgotten)}
        kind={kind}
        proof={wasSet ? (forgotten ? 'forgotten' : 'current') : 'first'}
        onForgot={() => setForgotten(true)}
        onSaved={() => {
          showToast(t(`${kind}Password.saved`))
          goBack()
        }}
      />
    </PageFrame>
  )
}
