import { CaseBody } from '@bolsillo/cases/console'
import { type CaseViewProps, useCall } from '@bolsillo/web-kit'
import { useEffect } from 'react'
import { readCase } from '../contract/operator.ts'
import { CaseFacts } from './case-pane.tsx'

/** The withdrawal beside a proposal about it. */
export default function WithdrawalCaseView({ caseId, onBlocked }: CaseViewProps) {
  const found = useCall(readCase, { withdrawalId: caseId }, { freshMs: Number.POSITIVE_INFINITY })
  const isShown = found.data !== undefined
  useEffect(() => {
    if (isShown) onBlocked(undefined)
  }, [isShown, onBlocked])
  return <CaseBody of={found}>{(one) => <CaseFacts one={one} />}</CaseBody>
}
