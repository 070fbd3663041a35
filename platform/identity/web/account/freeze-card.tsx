import { Button, Card, Dialog, Note, PasswordField, showToast } from '@bolsillo/ui'
import { type Refusal, useAction, useCall, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { freezeAccount, loginInfo, profile, unfreezeAccount } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { CodeField } from '../code/code-field.tsx'
import { useFactorGate } from '../factors/use-factor-gate.tsx'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'

/** The owner's own brake: stops everything at once; taking it off needs the password and the second factor. */
export function FreezeCard({ frozen }: { readonly frozen: boolean }) {
  return frozen ? <Unfreeze /> : <Freeze />
}

function Freeze() {
  const t = useWords<Messages>('identity')
  const [open, setOpen] = useState(false)
  const freeze = useAction(freezeAccount, { refreshes: [profile, loginInfo] })
  return (
    <Card>
      <h2 className="text-15">{t('freeze.own')}</h2>
      <p className="mt-1 mb-3 text-13 text-second">{t('freeze.text')}</p>
      <Button kind="ghost" size="medium" wide className="text-danger" onClick={() => setOpen(true)}>
        {t('freeze.button')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('freeze.title')}
        text={`${t('freeze.effect1')} ${t('freeze.effect2')} ${t('freeze.effect3')}`}
        confirmLabel={t('freeze.button')}
        kind="danger"
        loading={freeze.isPending}
        onConfirm={() =>
          freeze.mutate(
            {},
            {
              onSuccess: () => showToast(t('freeze.done')),
              onError: ({ message }) => showToast(message === '' ? t('code.unknown') : message, { kind: 'error' }),
            },
          )
        }
      />
    </Card>
  )
}

function Unfreeze() {
  const t = useWords<Messages>('identity')
  const gate = useFactorGate()
  const info = useCall(loginInfo, {})
  const lift = useAction(unfreezeAccount, { refreshes: [profile] })
  const [loginPassword, setLoginPassword] = useState('')
  const [code, setCode] = useState('')
  const byCode = info.data?.secondFactorSet === false
  return (
    <Card>
      <h2 className="text-15">{t('freeze.isFrozen')}</h2>
      <p className="mt-1 mb-3 text-13 text-second">{t('freeze.liftText')}</p>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          gate.begin((proof) =>
            lift.mutate(
              { loginPassword, ...(byCode ? { code } : {}), ...proof },
              {
                onError: gate.onRefused,
                onSuccess: () => {
                  gate.close()
                  showToast(t('freeze.lifted'))
                },
              },
            ),
          )
        }}
      >
        <LiftFields
          byCode={byCode}
          loginPassword={loginPassword}
          onLoginPassword={setLoginPassword}
          code={code}
          onCode={setCode}
          error={lift.error}
        />
        <Button
          type="submit"
          wide
          disabled={loginPassword === '' || (byCode && code.length < 6)}
          loading={lift.isPending}
        >
          {t('freeze.lift')}
        </Button>
      </form>
      {gate.sheet({
        title: t('freeze.lift'),
        action: 'unfreeze',
        bound: {},
        error: lift.error,
        pending: lift.isPending,
        recovery: true,
      })}
    </Card>
  )
}

const liftFields = ['loginPassword', 'code', 'challengeId', 'factorCode', 'assertion']

function LiftFields(props: {
  readonly byCode: boolean
  readonly loginPassword: string
  readonly onLoginPassword: (loginPassword: string) => void
  readonly code: string
  readonly onCode: (code: string) => void
  readonly error: Refusal | null
}) {
  const { byCode, loginPassword, onLoginPassword, code, onCode, error } = props
  const t = useWords<Messages>('identity')
  const elsewhere = refusalElsewhere(error, liftFields, t('code.unknown'))
  return (
    <>
      <PasswordField
        label={t('tradePassword.loginPassword')}
        value={loginPassword}
        onChange={onLoginPassword}
        autoComplete="current-password"
        maxLength={200}
        error={refusalOf(error, 'loginPassword')}
      />
      {byCode && <CodeField purpose="unfreeze" value={code} onChange={onCode} error={refusalOf(error, 'code')} />}
      {elsewhere !== undefined && (
        <Note icon={CircleAlert} tone="bad">
          {elsewhere}
        </Note>
      )}
    </>
  )
}
