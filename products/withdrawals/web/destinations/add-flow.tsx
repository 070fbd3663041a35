import { type FactorProofGiven, loadSecondFactorSheet } from '@bolsillo/identity/web'
import type { Destination } from '@bolsillo/payments/domain'
import type { Refusal } from '@bolsillo/web-kit'
import { useWords } from '@bolsillo/web-kit'
import { lazy, Suspense } from 'react'
import { bankOf, destinationBound, destinationNumber, factorActions, holderOf } from '../../domain/destination.ts'
import type { Messages } from '../../messages/es-ES.ts'

const SecondFactorSheet = lazy(loadSecondFactorSheet)

/** The second factor over exactly the destination that will be added. */
export function AddFlow(props: {
  readonly destination: Destination
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onProof: (proof: FactorProofGiven) => void
  readonly error: Refusal | null
  readonly pending: boolean
}) {
  const { destination, open, onOpenChange, onProof, error, pending } = props
  const t = useWords<Messages>('withdrawals')
  if (!open) return null
  const [bank, holder] = [bankOf(destination), holderOf(destination)]
  return (
    <Suspense fallback={null}>
      <SecondFactorSheet
        open
        onOpenChange={onOpenChange}
        title={t('add.confirmTitle')}
        action={factorActions.addDestination}
        bound={destinationBound(destination)}
        facts={[
          { label: t('add.kind'), value: t(`kinds.${destination.kind}`) },
          { label: '', value: <span className="break-all font-strong">{destinationNumber(destination)}</span> },
          ...(bank === undefined ? [] : [{ label: t('record.bank'), value: bank }]),
          ...(holder === undefined ? [] : [{ label: t('record.holder'), value: holder }]),
        ]}
        onProof={onProof}
        error={error}
        pending={pending}
      />
    </Suspense>
  )
}
