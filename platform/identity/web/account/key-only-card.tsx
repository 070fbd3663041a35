import { Button, Card, Note, showToast } from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { listFactors, profile, setKeyOnly } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { useFactorGate } from '../factors/use-factor-gate.tsx'
import { refusalElsewhere } from '../refusal-text.ts'

/** Switches the password off as a way in, for whoever has a passkey. Nothing for whoever has none. */
export function KeyOnlyCard({ on }: { readonly on: boolean }) {
  const t = useWords<Messages>('identity')
  const gate = useFactorGate()
  const factors = useCall(listFactors, {})
  const change = useAction(setKeyOnly, { refreshes: [profile] })
  if (!on && (factors.data?.passkeys.length ?? 0) === 0) return null
  const elsewhere = refusalElsewhere(change.error, ['challengeId', 'factorCode', 'assertion'], t('code.unknown'))
  const wish = on ? 'false' : 'true'
  const send = (proof: object): void =>
    change.mutate(
      { on: wish, ...proof },
      {
        onError: gate.onRefused,
        onSuccess: () => {
          gate.close()
          showToast(t(on ? 'keyOnly.disabled' : 'keyOnly.enabled'))
        },
      },
    )
  return (
    <Card>
      <h2 className="text-15">{t('keyOnly.title')}</h2>
      <p className="mt-1 text-13 text-second">{t(on ? 'keyOnly.on' : 'keyOnly.off')}</p>
      <p className="mt-1 mb-3 text-12 text-second">{t('keyOnly.advice')}</p>
      {elsewhere !== undefined && (
        <Note icon={CircleAlert} tone="bad" className="mb-3">
          {elsewhere}
        </Note>
      )}
      <Button kind="ghost" size="medium" wide loading={change.isPending} onClick={() => gate.begin(send)}>
        {t(on ? 'keyOnly.disable' : 'keyOnly.enable')}
      </Button>
      {gate.sheet({
        title: t(on ? 'keyOnly.disable' : 'keyOnly.enable'),
        action: on ? 'allow-password' : 'key-only',
        bound: {},
        error: change.error,
        pending: change.isPending,
        recovery: on,
      })}
    </Card>
  )
}
