import { Dialog, SkeletonRows, showToast } from '@bolsillo/ui'
import { Refusal, useAction, useKit, useWords } from '@bolsillo/web-kit'
import { useEffect, useRef, useState } from 'react'
import { operatorChallengeFactor, operatorConfirmFactor, operatorInfo } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { FactorAnswer } from '../web/factors/factor-answer.tsx'

/** What a proposal is refused with when the second factor was given too long ago (platform/approvals). */
const staleName = 'factor-stale'

/** Asks for the second factor again as soon as an act is refused because it was given too long ago. */
export default function FreshFactor() {
  const t = useWords<Messages>('identity')
  const { queries } = useKit()
  const [open, setOpen] = useState(false)
  const ask = useAction(operatorChallengeFactor)
  const confirm = useAction(operatorConfirmFactor, { refreshes: [operatorInfo] })
  const begin = useRef<() => void>(() => undefined)
  begin.current = () => {
    confirm.reset()
    ask.mutate({ action: 'confirm-session' })
    setOpen(true)
  }
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ mutation }) => {
        const error = mutation?.state.error
        if (mutation?.state.status === 'error' && error instanceof Refusal && error.rejection === staleName) {
          if (!asked.has(mutation)) begin.current()
          asked.add(mutation)
        }
      }),
    [queries],
  )
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('operator.freshTitle')}
      text={t('operator.freshText')}
      confirmLabel={t('factors.again')}
      kind="ghost"
      loading={ask.isPending}
      onConfirm={() => begin.current()}
    >
      {ask.data === undefined ? (
        <SkeletonRows rows={1} />
      ) : (
        <FactorAnswer
          key={ask.data.challengeId}
          challenge={ask.data}
          error={confirm.error}
          pending={confirm.isPending}
          onProof={(proof) =>
            confirm.mutate(proof, {
              onSuccess: () => {
                setOpen(false)
                showToast(t('operator.freshDone'))
              },
            })
          }
        />
      )}
    </Dialog>
  )
}

/** Refusals that were answered already: the cache tells of each more than once. */
const asked = new WeakSet<object>()
