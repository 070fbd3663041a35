import { Button, Note, PinField, TextField } from '@bolsillo/ui'
import { type Refusal, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { canUsePasskeys, type FactorChallenge, signWithPasskey } from './passkeys.ts'

/** What a call that asks for the second factor takes. */
export interface FactorProofGiven {
  readonly challengeId: string
  readonly code?: string
  readonly assertion?: string
}

interface FactorAnswerProps {
  readonly challenge: FactorChallenge
  readonly onProof: (proof: FactorProofGiven) => void
  /** The refusal of the call the proof was given to. */
  readonly error: Refusal | null
  readonly pending: boolean
  /** A recovery code will do: where an account is being recovered. */
  readonly recovery?: boolean
}

/** The ways to answer a challenge that its owner has: a passkey of this site, the six digits of an app. */
export function FactorAnswer({ challenge, onProof, error, pending, recovery = false }: FactorAnswerProps) {
  const t = useWords<Messages>('identity')
  const [code, setCode] = useState('')
  const [typed, setTyped] = useState('')
  const [shows, setShows] = useState<'factor' | 'recovery'>('factor')
  const [gaveUp, setGaveUp] = useState(false)
  const { challengeId, passkey } = challenge
  const sign = async (): Promise<void> => {
    if (passkey === undefined) return
    setGaveUp(false)
    const assertion = await signWithPasskey(passkey)
    if (assertion === undefined) setGaveUp(true)
    else onProof({ challengeId, assertion })
  }
  const said = gaveUp ? t('factors.gaveUp') : error === null ? undefined : error.message || t('code.unknown')
  const isCodeError = !gaveUp && error?.field?.toLowerCase().endsWith('code') === true && shows === 'factor'
  return (
    <div className="flex flex-col gap-3">
      {shows === 'factor' && (
        <FactorWays
          challenge={challenge}
          code={code}
          onCode={setCode}
          error={isCodeError ? said : undefined}
          pending={pending}
          onComplete={(digits) => onProof({ challengeId, code: digits })}
          onSign={() => void sign()}
        />
      )}
      {shows === 'recovery' && (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            onProof({ challengeId, code: typed })
          }}
        >
          <RecoveryField value={typed} onChange={setTyped} error={said} />
          <Button type="submit" wide loading={pending} disabled={typed.replace(/[\s-]/g, '').length < 10}>
            {t('factors.useRecovery')}
          </Button>
        </form>
      )}
      {!isCodeError && shows === 'factor' && <RefusalNote icon={CircleAlert} text={said} />}
      {recovery && (
        <Button kind="plain" size="medium" onClick={() => setShows(shows === 'factor' ? 'recovery' : 'factor')}>
          {t(shows === 'factor' ? 'factors.lost' : 'factors.notLost')}
        </Button>
      )}
    </div>
  )
}

function RecoveryField(props: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}) {
  const t = useWords<Messages>('identity')
  return (
    <TextField
      label={t('factors.recoveryLabel')}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      autoComplete="off"
      autoFocus
      maxLength={20}
      placeholder="kx7m2-pqa9w"
    />
  )
}

/** The six digits of an app and a passkey, as far as there are such. */
function FactorWays(props: {
  readonly challenge: FactorChallenge
  readonly code: string
  readonly onCode: (code: string) => void
  readonly error: string | undefined
  readonly pending: boolean
  readonly onComplete: (digits: string) => void
  readonly onSign: () => void
}) {
  const { challenge, code, onCode, error, pending, onComplete, onSign } = props
  const t = useWords<Messages>('identity')
  const canSign = challenge.passkey !== undefined && canUsePasskeys()
  return (
    <>
      {canSign && (
        <Button wide kind={challenge.authenticator ? 'ghost' : 'primary'} loading={pending} onClick={onSign}>
          <span className="inline-flex items-center gap-2">
            <Fingerprint size={20} aria-hidden="true" />
            {t('factors.usePasskey')}
          </span>
        </Button>
      )}
      {challenge.authenticator && (
        <PinField
          kind="code"
          label={t('factors.codeLabel')}
          value={code}
          onChange={onCode}
          onComplete={onComplete}
          error={error}
          disabled={pending}
          autoFocus={!canSign}
        />
      )}
      {!challenge.authenticator && !canSign && (
        <Note icon={CircleAlert} tone="bad">
          {t('factors.passkeyElsewhere')}
        </Note>
      )}
    </>
  )
}
