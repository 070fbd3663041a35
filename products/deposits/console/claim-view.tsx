import { CaseBody } from '@bolsillo/cases/console'
import { type CaseViewProps, useCall } from '@bolsillo/web-kit'
import { useEffect } from 'react'
import { readDepositClaim } from '../contract/operator.ts'
import { ClaimFacts } from './claim-pane.tsx'

/** The claim beside a proposal to clear it up. */
export default function ClaimCaseView({ caseId, onBlocked }: CaseViewProps) {
  const found = useCall(readDepositClaim, { claimId: caseId }, { freshMs: Number.POSITIVE_INFINITY })
  const isShown = found.data !== undefined
  useEffect(() => {
    if (isShown) onBlocked(undefined)
  }, [isShown, onBlocked])
  return (
    <CaseBody of={found} lines={6}>
      {({ claim }) => <ClaimFacts claim={claim} />}
    </CaseBody>
  )
}
