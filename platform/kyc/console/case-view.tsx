import { CaseBody } from '@bolsillo/cases/console'
import { type CaseViewProps, useCall } from '@bolsillo/web-kit'
import { useEffect } from 'react'
import { readCase } from '../contract/operator.ts'
import { type Case, CaseFacts, useOpenedPhotos } from './case-pane.tsx'

/** The case beside a proposal to verify it: nobody approves before they opened every photo themselves. */
export default function IdentityCaseView({ caseId, onBlocked }: CaseViewProps) {
  const found = useCall(readCase, { caseId }, { freshMs: Number.POSITIVE_INFINITY })
  return <CaseBody of={found}>{(one) => <Looked one={one} onBlocked={onBlocked} />}</CaseBody>
}

function Looked({ one, onBlocked }: { readonly one: Case } & Pick<CaseViewProps, 'onBlocked'>) {
  const { unopened, onOpened } = useOpenedPhotos(one)
  useEffect(() => onBlocked(unopened), [unopened, onBlocked])
  return <CaseFacts one={one} onOpened={onOpened} />
}
