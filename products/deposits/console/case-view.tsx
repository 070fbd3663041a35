import { CaseBody } from '@bolsillo/cases/console'
import { useMayLook } from '@bolsillo/files/console'
import { type CaseViewProps, useCall, useWords } from '@bolsillo/web-kit'
import { useEffect, useState } from 'react'
import { readDepositCase } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { CaseFacts } from './case-facts.tsx'
import type { Case } from './case-hooks.ts'

/** The deposit beside a proposal about it, with the proof: nobody approves before they opened it themselves. */
export default function DepositCaseView({ caseId, onBlocked }: CaseViewProps) {
  const found = useCall(readDepositCase, { depositId: caseId }, { freshMs: Number.POSITIVE_INFINITY })
  return <CaseBody of={found}>{(one) => <Looked one={one} onBlocked={onBlocked} />}</CaseBody>
}

function Looked({ one, onBlocked }: { readonly one: Case } & Pick<CaseViewProps, 'onBlocked'>) {
  const t = useWords<Messages>('deposits')
  const mayLook = useMayLook('deposit-proof')
  const [opened, setOpened] = useState(false)
  const unopened = one.proofFileId !== undefined && mayLook && !opened ? t('console.openProofFirst') : undefined
  useEffect(() => onBlocked(unopened), [unopened, onBlocked])
  return <CaseFacts one={one} isBlind={false} reason="second-look" onOpened={() => setOpened(true)} />
}
