import { ReasonCard } from '@bolsillo/ui/console'
import { type Refusal, useAction, useWords } from '@bolsillo/web-kit'
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
  const propose = useAction(verifyIdentity, { refreshes: [listCases, readCase] })
  return (
    <ReasonCard
      title={t('console.duplicateReason')}
      note={t('console.duplicateText')}
      submit={t('console.propose')}
      label={t('console.duplicateReason')}
      labelHidden
      codes={duplicateReasons}
      wordOf={(code) => t(`reasons.${code}`)}
      pending={propose.isPending}
      onSubmit={(reason) => propose.mutate({ caseId, reason }, { onSuccess: onDone, onError: onFail })}
      onCancel={onCancel}
    />
  )
}
