import { Note, PinField } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { operatorChallengeFactor } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import type { FactorProofGiven } from '../web/factors/factor-answer.tsx'
import { canUsePasskeys, type FactorChallenge, signWithPasskey } from '../web/factors/passkeys.ts'

export interface OperatorProof {
  /** To be shown beside what is decided. */
  readonly field: ReactNode
  /** The proof, asking the device for it where there is a passkey and no code was typed; undefined: not given. */
  readonly prove: () => Promise<FactorProofGiven | undefined>
  /** Another challenge, after a refusal used the last one up. */
  readonly renew: () => void
}

/** The second factor of an act of staff, bound to exactly what is decided. A challenge is asked for while `asking`. */
export function useOperatorProof(
  purpose: { readonly action: string; readonly bound: Readonly<Record<string, string>> },
  asking: boolean,
): OperatorProof {
  const t = useWords<Messages>('identity')
  const ask = useAction(operatorChallengeFactor)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const bound = JSON.stringify(purpose.bound)
  const askAgain = useRef<() => void>(() => undefined)
  const asked = useRef<Promise<FactorChallenge | undefined>>(Promise.resolve(undefined))
  askAgain.current = () => {
    setCode('')
    setMissing(false)
    asked.current = ask.mutateAsync({ action: purpose.action, bound }).catch(() => undefined)
  }
  useEffect(() => {
    if (asking && bound !== '') askAgain.current()
  }, [asking, bound])
  const challenge = ask.data
  const passkey = canUsePasskeys() ? challenge?.passkey : undefined
  const prove = async (): Promise<FactorProofGiven | undefined> => {
    setMissing(false)
    // Who is quicker than the line waits for it: a press that did nothing would be the worst answer.
    const given = await asked.current
    if (given === undefined) return undefined
    const { challengeId } = given
    if (code.length === 6) return { challengeId, code }
    const assertion =
      given.passkey === undefined || !canUsePasskeys() ? undefined : await signWithPasskey(given.passkey)
    if (assertion !== undefined) return { challengeId, assertion }
    setMissing(true)
    return undefined
  }
  const error = missing ? t('factors.gaveUp') : ask.error === null ? undefined : ask.error.message || t('code.unknown')
  const field = !asking ? null : (
    <div className="flex flex-col gap-2">
      {challenge?.authenticator !== false && (
        <PinField kind="code" label={t('factors.codeLabel')} value={code} onChange={setCode} error={error} autoFocus />
      )}
      {passkey !== undefined && <Note icon={Fingerprint}>{t('operator.orPasskey')}</Note>}
    </div>
  )
  return { field, prove, renew: () => askAgain.current() }
}
