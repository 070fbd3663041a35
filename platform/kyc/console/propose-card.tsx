import { Button, Card } from '@bolsillo/ui'
import { type Refusal, useAction, useWords } from '@bolsillo/web-kit'
import { useEffect, useRef, useState } from 'react'
import { duplicateReasons, listCases, readCase, verifyIdentity } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'

/** Why a number that is on another account too is all right: then a second person decides. */
export function ProposeCard(props: {
  readonly caseId: string
  readonly onDone: () => void
  readonly onFail: (refusal: Refusal) => void
  readonly onCancel: () => void
}) {
  const t = useWords<Messages>('kyc')
  const { caseId, onDone, onFail, onCancel } = props
  const [reason, setReason] = useState<(typeof duplicateReasons)[number]>()
  const propose = useAction(verifyIdentity, { refreshes: [listCases, readCase] })
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <Card>
      <form
        ref={box}
        onSubmit={(event) => {
          event.preventDefault()
          if (reason !== undefined) propose.mutate({ caseId, reason }, { onSuccess: onDone, onError: onFail })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
        }}
      >
        <h3 className="text-14">{t('console.duplicateReason')}</h3>
        <p className="mb-3 text-second">{t('console.duplicateText')}</p>
        <div className="grid gap-2">
          {duplicateReasons.map((code) => (
            <label key={code} className="flex items-center gap-2">
              <input type="radio" name="reason" checked={reason === code} onChange={() => setReason(code)} />
              {t(`reasons.${code}`)}
            </label>
          ))}
        </div>
        <div className="mt-4 flex gap-3">
          <Button type="submit" size="medium" disabled={reason === undefined} loading={propose.isPending}>
            {t('console.propose')}
          </Button>
          <Button kind="ghost" size="medium" onClick={onCancel}>
            {t('console.cancel')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
