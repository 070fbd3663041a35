import { Button, ButtonLink, DefinitionList, type FactProps, Note, Sheet, SkeletonRows } from '@bolsillo/ui'
import { type Refusal, useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useEffect, useRef } from 'react'
import { identityRejections } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { FactorAnswer, type FactorProofGiven } from './factor-answer.tsx'
import { useFactorOwner } from './factor-owner.ts'

export interface SecondFactorSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** What is being approved, in words. */
  readonly title: string
  /** The action the call names: `withdraw`, `add-destination`, … */
  readonly action: string
  /** Exactly the texts the call is bound to. */
  readonly bound: Readonly<Record<string, string>>
  /** The same, as the customer reads it. */
  readonly facts: readonly FactProps[]
  /** The proof, to be sent with the call. */
  readonly onProof: (proof: FactorProofGiven) => void
  /** The refusal of the call the proof was sent with; a spent challenge is replaced by itself. */
  readonly error: Refusal | null
  /** The call is under way. */
  readonly pending: boolean
  /** A recovery code will do. */
  readonly recovery?: boolean
}

/** Shows what is being approved, gets a challenge bound to it, and takes a code or a passkey. */
export default function SecondFactorSheet(props: SecondFactorSheetProps) {
  const { open, onOpenChange, title, facts, action, bound, onProof, error, pending, recovery = false } = props
  const t = useWords<Messages>('identity')
  const { calls } = useFactorOwner()
  const ask = useAction(calls.challenge)
  const shown = JSON.stringify(bound)
  const askAgain = useRef<() => void>(() => undefined)
  askAgain.current = () => ask.mutate({ action, bound: shown })
  // A challenge for each opening, and another when what is shown changed or the last one no longer counts.
  const isVoid = error?.rejection === identityRejections.factorChallengeVoid.name
  useEffect(() => {
    if (open && (shown !== '' || isVoid)) askAgain.current()
  }, [open, shown, isVoid])
  const isUnset = ask.error?.rejection === 'second-factor-needed'
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title} locked={pending}>
      {facts.length > 0 && <DefinitionList facts={facts} className="rounded-field bg-page p-3.5" />}
      {ask.data !== undefined && (
        <FactorAnswer
          key={ask.data.challengeId}
          challenge={ask.data}
          onProof={onProof}
          error={error}
          pending={pending}
          recovery={recovery}
        />
      )}
      {ask.isPending && <SkeletonRows rows={2} />}
      {isUnset && (
        <>
          <Note>{t('factors.needed')}</Note>
          <ButtonLink wide href="/pages/user/factors">
            {t('factors.setUp')}
          </ButtonLink>
        </>
      )}
      {ask.isError && !isUnset && (
        <>
          <Note icon={CircleAlert} tone="bad">
            {ask.error.message === '' ? t('code.unknown') : ask.error.message}
          </Note>
          <Button kind="ghost" wide onClick={() => askAgain.current()}>
            {t('factors.again')}
          </Button>
        </>
      )}
    </Sheet>
  )
}
