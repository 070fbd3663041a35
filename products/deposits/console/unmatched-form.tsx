import { showToast } from '@bolsillo/ui'
import { ActCard } from '@bolsillo/ui/console'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { listDepositCases, proposeUnmatched } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useProblem } from './act-cards.tsx'
import { LineField, type NamedLine } from './line-field.tsx'

/** Money on the firm's statement under a reference that is nobody's: recorded so that it can be matched or sent back. */
export function UnmatchedForm({ onClose }: { readonly onClose: () => void }) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const [named, setNamed] = useState<NamedLine>()
  const proposing = useAction(proposeUnmatched, { refreshes: [listDepositCases] })
  const onSuccess = (): void => {
    onClose()
    showToast(t('console.proposed'))
  }
  return (
    <ActCard
      title={t('console.unmatched')}
      note={t('console.confirmText')}
      submit={t('console.propose')}
      ready={named !== undefined}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onClose}
      onSubmit={() =>
        named !== undefined && proposing.mutate({ ...named, reason: 'found-on-statement' }, { onSuccess })
      }
    >
      <LineField onChange={setNamed} />
    </ActCard>
  )
}
